-- The schema in which a table would be created, and whether this role may create it there.
SELECT h.name AS schema,
       n.oid IS NOT NULL AS present,
       coalesce(has_schema_privilege(n.oid, 'CREATE'), false) AS may_create
FROM (SELECT coalesce(CAST(:schema AS text), 'public') AS name) h
LEFT JOIN pg_namespace n ON n.nspname = h.name
