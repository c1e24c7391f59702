-- name: look
SELECT count(*) FILTER (WHERE s.oid IS NOT NULL) > 0 AS schema_exists,
       coalesce(bool_and(has_schema_privilege(s.oid, 'USAGE')), false) AS schema_usable,
       current_setting('transaction_read_only')::boolean AS read_only,
       pg_is_in_recovery() AS in_recovery
  FROM (SELECT 1) AS one
  LEFT JOIN pg_catalog.pg_namespace AS s ON s.nspname = 'signalbox'

-- name: look-table
SELECT has_table_privilege(t.oid, 'SELECT') AND has_table_privilege(t.oid, 'INSERT')
           AND has_table_privilege(t.oid, 'UPDATE') AND has_table_privilege(t.oid, 'DELETE') AS usable
  FROM pg_catalog.pg_class AS t
  JOIN pg_catalog.pg_namespace AS s ON s.oid = t.relnamespace
 WHERE s.nspname = 'signalbox' AND t.relname = ?

-- name: lock-bootstrap
SELECT pg_advisory_xact_lock(?)

-- name: join
INSERT INTO signalbox.nodes (incarnation, node, expires_at)
VALUES (?, ?, now() + ? * interval '1 millisecond')
ON CONFLICT (incarnation) DO UPDATE SET expires_at = excluded.expires_at

-- name: renew
UPDATE signalbox.nodes SET expires_at = now() + ? * interval '1 millisecond'
 WHERE incarnation = ?
RETURNING pg_backend_pid()

-- name: owner
SELECT s.incarnation, n.node,
       (extract(epoch FROM n.expires_at - clock_timestamp()) * 1000)::bigint AS millis_left
  FROM signalbox.shards AS s
  LEFT JOIN signalbox.nodes AS n ON n.incarnation = s.incarnation
 WHERE s.relay = ? AND s.shard = 0

-- name: fence
DELETE FROM signalbox.nodes WHERE incarnation = ? AND expires_at <= clock_timestamp()

-- name: own
WITH lease AS MATERIALIZED (
    SELECT incarnation FROM signalbox.nodes WHERE incarnation = ? FOR KEY SHARE
)
INSERT INTO signalbox.shards (relay, shard, incarnation)
SELECT ?, 0, incarnation FROM lease
ON CONFLICT (relay, shard) DO UPDATE
   SET incarnation = excluded.incarnation,
       acquired_at = CASE WHEN shards.incarnation = excluded.incarnation THEN shards.acquired_at
                          ELSE excluded.acquired_at END

-- name: release
DELETE FROM signalbox.shards WHERE relay = ? AND shard = 0 AND incarnation = ?

-- name: release-all
DELETE FROM signalbox.shards WHERE incarnation = ?

-- name: leave
DELETE FROM signalbox.nodes WHERE incarnation = ?

-- name: forget-the-dead
DELETE FROM signalbox.nodes WHERE incarnation IN (
    SELECT n.incarnation FROM signalbox.nodes AS n
     WHERE n.expires_at < now() - interval '1 hour'
       AND NOT EXISTS (SELECT 1 FROM signalbox.shards AS s WHERE s.incarnation = n.incarnation)
     LIMIT 100
       FOR UPDATE SKIP LOCKED
)

-- name: pid
SELECT pg_backend_pid()

-- name: try-lock
SELECT pg_try_advisory_lock(?)

-- name: wait-for-lock
SELECT pg_advisory_lock(?)

-- name: unlock
SELECT pg_advisory_unlock(?)

-- name: holder
SELECT l.pid, a.application_name
  FROM pg_catalog.pg_locks AS l
  LEFT JOIN pg_catalog.pg_stat_activity AS a ON a.pid = l.pid
 WHERE l.locktype = 'advisory' AND l.granted AND l.objsubid = 1
   AND l.database = (SELECT oid FROM pg_catalog.pg_database WHERE datname = current_database())
   AND l.classid::bigint = ? AND l.objid::bigint = ?

-- name: end-session
SELECT pg_terminate_backend(?)

-- name: end-silent-holder
SELECT pg_terminate_backend(l.pid)
  FROM pg_catalog.pg_locks AS l
  JOIN pg_catalog.pg_stat_activity AS a ON a.pid = l.pid
 WHERE l.locktype = 'advisory' AND l.granted AND l.objsubid = 1
   AND l.database = (SELECT oid FROM pg_catalog.pg_database WHERE datname = current_database())
   AND l.classid::bigint = ? AND l.objid::bigint = ?
   AND a.state <> 'active'
   AND a.state_change < clock_timestamp() - ? * interval '1 millisecond'
