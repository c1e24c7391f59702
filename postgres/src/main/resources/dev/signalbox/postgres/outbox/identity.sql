-- name: exists
SELECT to_regclass(:quoted) IS NOT NULL AS there

-- name: identity
-- The name of the table that all nodes agree on: its current schema, or the schema that is searched first.
SELECT coalesce(
    (SELECT n.nspname || '.' || c.relname
     FROM pg_class c
     JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE c.oid = to_regclass(:quoted)),
    coalesce(:schema, current_schema(), 'public') || '.' || :name) AS identity
