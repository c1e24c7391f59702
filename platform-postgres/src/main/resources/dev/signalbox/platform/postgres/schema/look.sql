-- name: look
-- What is there, whatever this role may do with it.
SELECT s.oid IS NOT NULL AS schema_exists,
       coalesce(has_schema_privilege(s.oid, 'USAGE'), false) AS usable,
       coalesce(has_schema_privilege(s.oid, 'CREATE'), false) AS may_create,
       has_database_privilege(current_database(), 'CREATE') AS may_create_schema,
       v.oid IS NOT NULL AS versioned,
       CAST(current_user AS text) AS role,
       CAST(current_setting('transaction_read_only') AS boolean) AS read_only,
       pg_is_in_recovery() AS in_recovery
  FROM (SELECT 1) AS one
  LEFT JOIN pg_catalog.pg_namespace AS s ON s.nspname = 'signalbox_platform'
  LEFT JOIN pg_catalog.pg_class AS v ON v.relnamespace = s.oid AND v.relname = 'schema_version'

-- name: version
SELECT coalesce(max(v.version), 0) AS version FROM signalbox_platform.schema_version AS v

-- name: lock
-- Nodes that start at once install one after the other. Only roles that may write here can hold this lock.
LOCK TABLE signalbox_platform.schema_version IN SHARE ROW EXCLUSIVE MODE

-- name: installed
INSERT INTO signalbox_platform.schema_version (version) VALUES (:version)

-- name: foreign
-- Relations that this role does not own, or an owner outside its reach: it could neither make nor drop their partitions.
SELECT CAST(c.relname AS text) AS name, CAST(c.relkind AS text) AS kind
  FROM pg_catalog.pg_class AS c
  JOIN pg_catalog.pg_namespace AS s ON s.oid = c.relnamespace
 WHERE s.nspname = 'signalbox_platform' AND c.relkind IN ('r', 'p', 'S')
   AND NOT pg_has_role(c.relowner, 'USAGE')
   AND NOT EXISTS (SELECT 1 FROM pg_catalog.pg_depend AS d
                    WHERE d.objid = c.oid AND d.deptype IN ('a', 'i') AND c.relkind = 'S')
 ORDER BY c.relname

-- name: wake-up
-- Whether inserts into the queue notify, and whether this role may make them.
SELECT EXISTS (SELECT 1 FROM pg_catalog.pg_trigger AS t
                WHERE t.tgrelid = q.oid AND t.tgname = 'signalbox_wake') AS installed,
       to_regproc('signalbox.wake') IS NOT NULL AS has_function
  FROM pg_catalog.pg_class AS q
  JOIN pg_catalog.pg_namespace AS s ON s.oid = q.relnamespace
 WHERE s.nspname = 'signalbox_platform' AND q.relname = 'queue'
