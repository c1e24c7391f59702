-- name: look
SELECT count(*) FILTER (WHERE s.oid IS NOT NULL) > 0 AS schema_exists,
       coalesce(bool_and(has_schema_privilege(s.oid, 'USAGE')), false) AS schema_usable,
       current_setting('transaction_read_only')::boolean AS read_only,
       pg_is_in_recovery() AS in_recovery
  FROM (SELECT 1) AS one
  LEFT JOIN pg_catalog.pg_namespace AS s ON s.nspname = 'signalbox'

-- name: look-table
SELECT has_table_privilege(t.oid, 'SELECT') AND has_table_privilege(t.oid, 'INSERT')
           AND has_table_privilege(t.oid, 'UPDATE') AND has_table_privilege(t.oid, 'DELETE') AS usable,
       ARRAY(SELECT a.attname::text FROM pg_catalog.pg_attribute AS a
              WHERE a.attrelid = t.oid AND a.attnum > 0 AND NOT a.attisdropped) AS columns,
       ARRAY(SELECT i.relname::text FROM pg_catalog.pg_index AS x
               JOIN pg_catalog.pg_class AS i ON i.oid = x.indexrelid
              WHERE x.indrelid = t.oid) AS indexes,
       pg_has_role(t.relowner, 'USAGE') AND has_schema_privilege(s.oid, 'CREATE') AS indexable
  FROM pg_catalog.pg_class AS t
  JOIN pg_catalog.pg_namespace AS s ON s.oid = t.relnamespace
 WHERE s.nspname = 'signalbox' AND t.relname = :table

-- name: lock-timeout
SELECT current_setting('lock_timeout')

-- name: set-lock-timeout
SELECT set_config('lock_timeout', :timeout, true)

-- name: lock-bootstrap
SELECT pg_advisory_xact_lock(:key)

-- name: hold-lease
SELECT 1 FROM signalbox.nodes
 WHERE incarnation = :incarnation AND split_part(:incarnation, '@', 2) IN ('', CAST(extract(epoch FROM pg_postmaster_start_time()) AS text))
   FOR KEY SHARE

-- name: release-all
DELETE FROM signalbox.shards WHERE incarnation = :incarnation

-- name: leave
DELETE FROM signalbox.nodes WHERE incarnation = :incarnation

-- name: withdraw
UPDATE signalbox.nodes SET relays = '{}' WHERE incarnation = :incarnation

-- name: purge-dead-nodes
DELETE FROM signalbox.nodes WHERE incarnation IN (
    SELECT n.incarnation FROM signalbox.nodes AS n
     WHERE n.expires_at < now() - interval '1 hour'
       AND NOT EXISTS (SELECT 1 FROM signalbox.shards AS s WHERE s.incarnation = n.incarnation)
     LIMIT 100
       FOR UPDATE SKIP LOCKED
)

-- name: pid
SELECT pg_backend_pid()

-- name: try-lock-in-transaction
SELECT pg_try_advisory_xact_lock(:key)

-- name: try-lock
SELECT pg_try_advisory_lock(:key)

-- name: wait-for-lock
SELECT pg_advisory_lock(:key)

-- name: unlock
SELECT pg_advisory_unlock(:key)

-- name: holder
SELECT l.pid, a.application_name
  FROM pg_catalog.pg_locks AS l
  LEFT JOIN pg_catalog.pg_stat_activity AS a ON a.pid = l.pid
 WHERE l.locktype = 'advisory' AND l.granted AND l.objsubid = 1
   AND l.database = (SELECT oid FROM pg_catalog.pg_database WHERE datname = current_database())
   AND l.classid::bigint = :class_id AND l.objid::bigint = :object_id

-- name: end-session
SELECT pg_terminate_backend(:pid)

-- name: end-silent-holder
SELECT pg_terminate_backend(l.pid)
  FROM pg_catalog.pg_locks AS l
  JOIN pg_catalog.pg_stat_activity AS a ON a.pid = l.pid
 WHERE l.locktype = 'advisory' AND l.granted AND l.objsubid = 1
   AND l.database = (SELECT oid FROM pg_catalog.pg_database WHERE datname = current_database())
   AND l.classid::bigint = :class_id AND l.objid::bigint = :object_id
   AND a.state <> 'active'
   AND a.state_change < clock_timestamp() - :silence * interval '1 millisecond'

-- name: join
-- The incarnation ends with the start time of this server. Every statement of its owner compares it, so the lease ends with
-- the server: after a failover another one may assign positions and transaction ids again that the owner has read.
INSERT INTO signalbox.nodes (incarnation, node, expires_at, relays, coordination)
VALUES (:incarnation || '@' || CAST(extract(epoch FROM pg_postmaster_start_time()) AS text), :node,
        now() + :ttl * interval '1 millisecond', :relays, :coordination)
ON CONFLICT (incarnation) DO UPDATE
   SET expires_at = excluded.expires_at, relays = excluded.relays, coordination = excluded.coordination
RETURNING incarnation

-- name: release
-- A delayed release must not give back shards that were acquired again since.
DELETE FROM signalbox.shards
 WHERE relay = :relay AND incarnation = :incarnation AND shard = ANY (:wanted)
   AND acquired_at <= :seen::timestamptz
