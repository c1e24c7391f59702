-- The other owner of the wanted parts whose lease lasts longest. The whole relay conflicts with each shard.
SELECT n.node,
       TIMESTAMPDIFF(MICROSECOND, UTC_TIMESTAMP(6), coalesce(l.expires_at, UTC_TIMESTAMP(6))) DIV 1000 AS millis_left
  FROM signalbox_shards AS s
  JOIN signalbox_nodes AS n ON n.incarnation = s.incarnation
  LEFT JOIN signalbox_leases AS l ON l.incarnation = s.incarnation
 WHERE s.relay = :relay AND s.incarnation <> :incarnation
   AND (s.shard IN (:wanted) OR s.shard = -1 OR :whole)
 ORDER BY l.expires_at DESC
 LIMIT 1
