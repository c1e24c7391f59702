-- Short admin statements for every database.

-- name: estimate
-- The planner's estimate of the waiting messages. The statement itself does not run.
EXPLAIN (FORMAT JSON) SELECT 1 FROM {table} t WHERE {t_wanted}

-- name: owners
-- The owners of the relay's shards.
SELECT s.shard, s.incarnation, n.node
FROM signalbox.shards s
JOIN signalbox.nodes n ON n.incarnation = s.incarnation
WHERE s.relay = :relay AND n.expires_at > clock_timestamp()
ORDER BY n.node, s.incarnation, s.shard

-- name: pause-state
SELECT r.paused_at, r.paused_by, r.pause_reason
FROM signalbox.relays r
WHERE r.relay = :relay AND r.paused_at IS NOT NULL

-- name: resume
UPDATE signalbox.relays SET paused_at = NULL, paused_by = NULL, pause_reason = NULL
WHERE relay = :relay AND paused_at IS NOT NULL
