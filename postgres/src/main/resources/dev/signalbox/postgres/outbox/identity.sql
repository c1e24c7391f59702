-- name: exists
SELECT to_regclass(:quoted) IS NOT NULL AS there

-- name: identity
-- The one name of the table on every node: where it is found now, or where it would be looked for first.
SELECT coalesce(
    (SELECT n.nspname || '.' || c.relname
     FROM pg_class c
     JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE c.oid = to_regclass(:quoted)),
    coalesce(:schema, current_schema(), 'public') || '.' || :name) AS identity
