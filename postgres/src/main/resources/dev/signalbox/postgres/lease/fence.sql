-- An owner that is writing holds a lock on its row. The statement skips it instead of waiting, so that two takeovers
-- never wait for each other.
WITH over AS MATERIALIZED (
    SELECT n.incarnation
      FROM signalbox.nodes AS n
     WHERE n.expires_at <= clock_timestamp()
       AND n.incarnation <> :incarnation
       AND EXISTS (
           SELECT 1 FROM signalbox.shards AS s
            WHERE s.relay = :relay AND s.incarnation = n.incarnation
              AND (s.shard = ANY (:wanted) OR s.shard = -1 OR -1 = ANY (:wanted))
       )
       FOR UPDATE OF n SKIP LOCKED
)
DELETE FROM signalbox.nodes WHERE incarnation IN (SELECT incarnation FROM over)
