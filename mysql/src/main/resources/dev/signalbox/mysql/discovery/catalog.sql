-- name: columns
-- The columns of the tables of a database: the named one, the session's, or else all. A table of the session's database has no
-- other schema.
SELECT CASE WHEN c.table_schema = database() THEN NULL ELSE c.table_schema END AS other_schema,
       c.table_name AS table_name,
       c.column_name AS name,
       lower(c.data_type) AS data_type,
       c.column_type AS type,
       c.is_nullable = 'YES' AS may_be_null,
       c.column_key IN ('PRI', 'UNI') AS is_unique
FROM information_schema.columns c
JOIN information_schema.tables t ON t.table_schema = c.table_schema AND t.table_name = c.table_name
WHERE t.table_type = 'BASE TABLE'
  AND c.table_schema = coalesce(:schema, database(), c.table_schema)
  AND c.table_schema NOT IN ('information_schema', 'mysql', 'performance_schema', 'sys')
  AND (:table IS NULL OR c.table_name = :table)
  AND find_in_set('select', c.privileges) > 0
ORDER BY c.table_schema, c.table_name, c.ordinal_position
LIMIT {most}

-- name: words
SELECT DISTINCT CAST(s.word AS char) AS word
FROM (SELECT t.{column} AS word FROM {table} t LIMIT {most}) s
WHERE s.word IS NOT NULL
ORDER BY word
LIMIT 20
