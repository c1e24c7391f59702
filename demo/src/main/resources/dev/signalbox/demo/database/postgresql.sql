-- name: now
clock_timestamp() AT TIME ZONE 'UTC'

-- name: rights
-- All rights of the relay here; its own tables are in a separate schema.
GRANT SELECT, UPDATE ON outbox_events, outbox_dispatch_jobs TO signalbox

-- name: has-owners
SELECT (to_regclass('signalbox.shards') IS NOT NULL)::int

-- name: leases
SELECT incarnation, node, (extract(epoch FROM expires_at - clock_timestamp()) * 1000)::bigint
  FROM signalbox.nodes

-- name: shards
SELECT relay, shard, incarnation FROM signalbox.shards
