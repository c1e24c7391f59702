-- The columns of the table's indexes, in order.
SELECT s.index_name AS name, s.column_name AS column_name, s.sub_part IS NULL AS whole, s.non_unique = 0 AS is_unique
FROM information_schema.statistics s
WHERE s.table_schema = coalesce(:schema, database()) AND s.table_name = :table
ORDER BY s.index_name, s.seq_in_index
