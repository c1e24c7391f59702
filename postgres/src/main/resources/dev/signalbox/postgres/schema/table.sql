-- The objects of Signalbox on the table, and what this role may add to it.
SELECT n.nspname AS schema,
       c.relkind = 'p' AS partitioned,
       pg_get_userbyid(c.relowner) AS owner,
       pg_has_role(c.relowner, 'USAGE') AS owned,
       has_schema_privilege(n.oid, 'CREATE') AS may_create_in_schema,
       has_table_privilege(c.oid, 'TRIGGER') AS may_trigger,
       CASE WHEN t.oid IS NULL THEN 'MISSING'
            WHEN t.tgenabled NOT IN ('O', 'A') THEN 'OFF'
            WHEN f.pronamespace = to_regnamespace('signalbox') AND f.proname = 'wake' THEN 'PRESENT'
            ELSE 'FOREIGN' END AS trigger,
       ARRAY(SELECT x.relname FROM pg_index i JOIN pg_class x ON x.oid = i.indexrelid
             WHERE i.indrelid = c.oid AND NOT i.indisvalid AND x.relname = ANY (:indexes)) AS broken,
       EXISTS (SELECT 1 FROM pg_stat_progress_create_index p WHERE p.relid = c.oid) AS being_indexed
FROM pg_class c
JOIN pg_namespace n ON n.oid = c.relnamespace
LEFT JOIN pg_trigger t ON t.tgrelid = c.oid AND t.tgname = :trigger
LEFT JOIN pg_proc f ON f.oid = t.tgfoid
WHERE c.oid = to_regclass(:table)
