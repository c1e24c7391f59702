-- Which writes the CHECK constraints of a table refuse, without writing.

-- name: constraints
SELECT CAST(c.conname AS text) AS name,
       pg_get_expr(c.conbin, c.conrelid) AS expression,
       ARRAY(SELECT CAST(a.attname AS text) FROM pg_attribute a
             WHERE a.attrelid = c.conrelid AND a.attnum = ANY (c.conkey) ORDER BY a.attnum) AS columns
FROM pg_constraint c
WHERE c.conrelid = to_regclass(:table) AND c.contype = 'c' AND cardinality(c.conkey) > 0
ORDER BY c.conname

-- name: judge
-- One row for each written row. The values that are not written are those of any row, or NULL if there is none.
WITH base AS MATERIALIZED (
    SELECT t.* FROM (SELECT 1) AS one LEFT JOIN (SELECT {read} FROM {table} LIMIT 1) AS t ON true
)
{rows}

-- name: judge-row
SELECT {number} AS number, ARRAY[{verdicts}] AS verdicts FROM (SELECT {columns} FROM base AS t) AS r
