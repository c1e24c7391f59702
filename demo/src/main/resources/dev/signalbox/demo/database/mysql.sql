-- name: now
utc_timestamp()

-- name: rights
-- The relay's own tables are in the same database; the right to create a table does not include writing to it.
GRANT CREATE, SELECT, INSERT, UPDATE, DELETE ON shop.* TO signalbox@'127.0.0.1'

-- name: has-owners
SELECT count(*) > 0
  FROM information_schema.tables
 WHERE table_schema = database() AND table_name = 'signalbox_shards'

-- name: leases
SELECT n.incarnation, n.node, timestampdiff(MICROSECOND, utc_timestamp(6), l.expires_at) DIV 1000
  FROM signalbox_nodes AS n
  JOIN signalbox_leases AS l ON l.incarnation = n.incarnation

-- name: shards
SELECT CAST(relay AS char CHARACTER SET utf8mb4), shard, incarnation FROM signalbox_shards
