-- The objects of Signalbox in the database, and what this role may add. Reading the catalogue needs no rights on the schema.
SELECT current_user AS role,
       current_database() AS name,
       pg_is_in_recovery() AS in_recovery,
       CAST(current_setting('max_prepared_transactions') AS integer) > 0 AS two_phase,
       to_regnamespace('signalbox') IS NOT NULL AS has_schema,
       has_database_privilege(current_database(), 'CREATE') AS may_create_schema,
       coalesce(has_schema_privilege(to_regnamespace('signalbox'), 'CREATE'), false) AS may_create_in_schema,
       coalesce(has_schema_privilege(to_regnamespace('signalbox'), 'USAGE'), false) AS may_use_schema,
       ARRAY(SELECT w.name FROM unnest(:tables) AS w (name)
             WHERE NOT EXISTS (SELECT 1 FROM pg_class c
                               WHERE c.relnamespace = to_regnamespace('signalbox') AND c.relname = w.name)) AS missing,
       ARRAY(SELECT c.relname FROM pg_class c
             WHERE c.relnamespace = to_regnamespace('signalbox') AND c.relname = ANY (:tables)
               AND NOT (has_table_privilege(c.oid, 'SELECT') AND has_table_privilege(c.oid, 'INSERT')
                        AND has_table_privilege(c.oid, 'UPDATE') AND has_table_privilege(c.oid, 'DELETE'))) AS forbidden,
       w.prosrc AS wake_source,
       coalesce(w.proconfig, '{}') AS wake_parameters,
       coalesce(pg_has_role(w.proowner, 'USAGE'), false) AS may_replace_wake
FROM (VALUES (1)) AS one (row)
LEFT JOIN pg_proc w ON w.pronamespace = to_regnamespace('signalbox') AND w.proname = 'wake' AND w.pronargs = 0
