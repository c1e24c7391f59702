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

-- name: wait-for-lock-in-transaction
SELECT pg_advisory_xact_lock(:key)

-- name: add-relays
INSERT INTO signalbox.relays (relay) SELECT unnest(:relays) ON CONFLICT DO NOTHING

-- name: find-relay
SELECT 1 FROM signalbox.relays WHERE relay = :relay

-- name: lock-relay
-- A relay's row serialises takeovers. Only our own roles may lock it.
SELECT 1 FROM signalbox.relays WHERE relay = :relay FOR UPDATE SKIP LOCKED

-- name: older-nodes
-- Whether a node may be alive whose version serialises takeovers by the advisory lock alone. Its incarnation has no mark of
-- the server. Its lease may have expired while a takeover of it runs, which takes less than a minute.
SELECT EXISTS (SELECT 1 FROM signalbox.nodes
                WHERE strpos(incarnation, '@') = 0 AND expires_at > now() - interval '1 minute') AS found

-- name: stop-joins
-- No node joins or renews until this transaction ends. Writes under a lease go on.
LOCK TABLE signalbox.nodes IN SHARE ROW EXCLUSIVE MODE

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

-- name: holders
-- The other sessions that hold the lock. A role is ours if it may also change our leases. Prepared transactions have no process.
SELECT l.pid, a.usename, a.application_name, host(a.client_addr) AS address,
       CAST(date_trunc('second', a.backend_start) AS text) AS since,
       coalesce(a.usename = current_user, false)
           OR coalesce(has_table_privilege(a.usesysid,
                                           (SELECT c.oid FROM pg_catalog.pg_class AS c
                                             WHERE c.relnamespace = to_regnamespace('signalbox') AND c.relname = 'nodes'),
                                           'UPDATE'), false) AS ours
  FROM pg_catalog.pg_locks AS l
  LEFT JOIN pg_catalog.pg_stat_activity AS a ON a.pid = l.pid
 WHERE l.locktype = 'advisory' AND l.granted AND l.objsubid = 1
   AND l.database = (SELECT oid FROM pg_catalog.pg_database WHERE datname = current_database())
   AND l.classid::bigint = :class_id AND l.objid::bigint = :object_id
   AND l.pid IS DISTINCT FROM pg_backend_pid()

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
