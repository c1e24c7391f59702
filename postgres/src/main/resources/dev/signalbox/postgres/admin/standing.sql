-- Who works on the relay's shards.
SELECT s.shard, s.incarnation, n.node
FROM signalbox.shards s
JOIN signalbox.nodes n ON n.incarnation = s.incarnation
WHERE s.relay = :relay AND n.expires_at > clock_timestamp()
ORDER BY n.node, s.incarnation, s.shard
