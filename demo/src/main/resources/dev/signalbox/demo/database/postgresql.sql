-- name: now
clock_timestamp() AT TIME ZONE 'UTC'

-- name: rights
-- All that the relay may do here; its own tables are in a schema of its own.
GRANT SELECT, UPDATE ON outbox_events, outbox_dispatch_jobs TO signalbox

-- name: has-owners
SELECT to_regclass('signalbox.shards') IS NOT NULL

-- name: leases
SELECT incarnation, node, (extract(epoch FROM expires_at - clock_timestamp()) * 1000)::bigint
  FROM signalbox.nodes

-- name: shards
SELECT relay, shard, incarnation FROM signalbox.shards
