-- Small admin statements that every database has.

-- name: estimate
-- The planner's estimate of the backlog. The statement itself does not run.
EXPLAIN FORMAT = TRADITIONAL SELECT 1 FROM {table} t {by_claim_index} WHERE {t_wanted}

-- name: owners
-- The owners of the relay's shards.
SELECT s.shard, s.incarnation, n.node
FROM signalbox_shards s
JOIN signalbox_nodes n ON n.incarnation = s.incarnation
JOIN signalbox_leases l ON l.incarnation = s.incarnation
WHERE s.relay = :relay AND l.expires_at > UTC_TIMESTAMP(6)
ORDER BY n.node, s.incarnation, s.shard

-- name: pause-state
SELECT TIMESTAMPDIFF(MICROSECOND, '1970-01-01', r.paused_at) AS paused_at, r.paused_by, r.pause_reason
FROM signalbox_relays r
WHERE r.relay = :relay AND r.paused_at IS NOT NULL

-- name: resume
UPDATE signalbox_relays SET paused_at = NULL, paused_by = NULL, pause_reason = NULL
WHERE relay = :relay AND paused_at IS NOT NULL
