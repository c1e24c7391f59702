SELECT l.incarnation
  FROM signalbox_leases AS l
 WHERE l.expires_at < UTC_TIMESTAMP(6) - INTERVAL 1 HOUR
   AND NOT EXISTS (SELECT 1 FROM signalbox_shards AS s WHERE s.incarnation = l.incarnation)
 LIMIT 100
