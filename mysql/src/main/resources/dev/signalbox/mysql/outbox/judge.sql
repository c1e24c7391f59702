-- Which rows the CHECK constraints of a table refuse, without writing. The values that are not written are those of any row, or NULL
-- if there is none.

-- name: judge-row
SELECT concat_ws(',', {verdicts}) AS verdicts
FROM (SELECT {columns} FROM (SELECT 1 AS one) AS o LEFT JOIN (SELECT {read} FROM {table} LIMIT 1) AS t ON TRUE) AS r
