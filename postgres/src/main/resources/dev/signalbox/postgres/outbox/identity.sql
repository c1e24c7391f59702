-- name: searched
-- The schemas in which this role finds tables by their plain name: those of the role, the database, or the URL. Our own pin of
-- the search path is not among them. While the role's path is set, the statement uses no operator and no unqualified name.
SELECT pg_catalog.set_config('search_path',
                             (SELECT s.reset_val FROM pg_catalog.pg_settings s WHERE s.name OPERATOR(pg_catalog.=) 'search_path'),
                             true) AS path,
       pg_catalog.current_schemas(false) AS schemas,
       pg_catalog.set_config('search_path', 'pg_catalog, pg_temp', true) AS pinned

-- name: find
-- The first of the schemas that has such a table.
SELECT n.nspname AS schema
FROM pg_catalog.unnest(CAST(:schemas AS text[])) WITH ORDINALITY AS w (name, rank)
JOIN pg_catalog.pg_namespace n ON n.nspname = w.name
JOIN pg_catalog.pg_class c ON c.relnamespace = n.oid
WHERE c.relname = :table AND c.relkind IN ('r', 'p', 'v', 'm', 'f')
ORDER BY w.rank
LIMIT 1
