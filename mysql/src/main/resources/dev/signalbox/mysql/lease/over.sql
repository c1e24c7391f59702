-- Other owners of the wanted parts whose lease has expired.
SELECT DISTINCT n.incarnation
  FROM signalbox_shards AS s
  JOIN signalbox_nodes AS n ON n.incarnation = s.incarnation
  LEFT JOIN signalbox_leases AS l ON l.incarnation = s.incarnation
 WHERE s.relay = :relay AND s.incarnation <> :incarnation
   AND (s.shard IN (:wanted) OR s.shard = -1 OR :whole)
   AND (l.expires_at IS NULL OR l.expires_at <= UTC_TIMESTAMP(6))
