-- name: columns
-- The columns of tables that users have made, with their base types.
SELECT n.nspname AS schema_name,
       c.relname AS table_name,
       a.attname AS name,
       format_type(a.atttypid, a.atttypmod) AS type,
       format_type(coalesce(nullif(y.typbasetype, 0), y.oid), -1) AS base_type,
       y.typcategory AS category,
       NOT a.attnotnull AS may_be_null,
       EXISTS (SELECT 1 FROM pg_index i
               WHERE i.indrelid = c.oid AND i.indisunique AND i.indisvalid AND i.indpred IS NULL
                 AND i.indnkeyatts = 1 AND i.indkey[0] = a.attnum) AS is_unique
FROM pg_class c
JOIN pg_namespace n ON n.oid = c.relnamespace
JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
JOIN pg_type y ON y.oid = a.atttypid
WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition
  AND left(n.nspname, 3) <> 'pg_' AND n.nspname NOT IN ('information_schema', 'signalbox', 'signalbox_platform')
  AND has_schema_privilege(n.oid, 'USAGE') AND has_column_privilege(c.oid, a.attnum, 'SELECT')
  AND (CAST(:schema AS text) IS NULL OR n.nspname = CAST(:schema AS text))
  AND (CAST(:table AS text) IS NULL OR c.relname = CAST(:table AS text))
ORDER BY n.nspname, c.relname, a.attnum
LIMIT {most}

-- name: words
SELECT DISTINCT CAST(s.word AS text) AS word
FROM (SELECT t.{column} AS word FROM {table} t LIMIT {most}) s
WHERE s.word IS NOT NULL
ORDER BY word
LIMIT 20
