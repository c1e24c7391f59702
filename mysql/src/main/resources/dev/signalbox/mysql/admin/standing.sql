-- Who works on the relay's shards.
SELECT s.shard, s.incarnation, n.node
FROM signalbox_shards s
JOIN signalbox_nodes n ON n.incarnation = s.incarnation
JOIN signalbox_leases l ON l.incarnation = s.incarnation
WHERE s.relay = :relay AND l.expires_at > UTC_TIMESTAMP(6)
ORDER BY n.node, s.incarnation, s.shard
