-- Among the other owners of the wanted shards, the one whose lease lasts longest. Owning the whole relay conflicts with
-- owning any shard of it.
SELECT n.node, (extract(epoch FROM n.expires_at - clock_timestamp()) * 1000)::bigint AS millis_left
  FROM signalbox.shards AS s
  JOIN signalbox.nodes AS n ON n.incarnation = s.incarnation
 WHERE s.relay = :relay AND s.incarnation <> :incarnation
   AND (s.shard = ANY (:wanted) OR s.shard = -1 OR -1 = ANY (:wanted))
 ORDER BY n.expires_at DESC
 LIMIT 1
