-- The schema in which a table would be created, and whether this role may create it there.
SELECT h.name AS schema,
       n.oid IS NOT NULL AS present,
       coalesce(has_schema_privilege(n.oid, 'CREATE'), false) AS may_create,
       -- The search path of a role named signalbox leads to the side schema as soon as that exists.
       CAST(:schema AS text) IS NULL AND 'signalbox' IN (current_user, current_schema()) AS astray
FROM (SELECT coalesce(CAST(:schema AS text), current_schema(), 'public') AS name) h
LEFT JOIN pg_namespace n ON n.nspname = h.name
