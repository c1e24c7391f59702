-- Runs only under the relay's lock, so that no other node adds owners in the meantime. An incarnation without a row in
-- nodes is fenced and owns nothing.
INSERT INTO signalbox.shards (relay, shard, incarnation, acquired_at)
SELECT :relay, wanted.shard, :incarnation, clock_timestamp()
  FROM unnest(:wanted) AS wanted (shard)
 WHERE NOT EXISTS (
    SELECT 1
      FROM signalbox.shards AS s
      JOIN signalbox.nodes AS n ON n.incarnation = s.incarnation
     WHERE s.relay = :relay AND s.incarnation <> :incarnation
       AND (s.shard = wanted.shard OR s.shard = -1 OR wanted.shard = -1)
 )
ON CONFLICT (relay, shard) DO UPDATE
   SET incarnation = excluded.incarnation,
       acquired_at = CASE WHEN shards.incarnation = excluded.incarnation THEN shards.acquired_at
                          ELSE excluded.acquired_at END
RETURNING shard
