-- As the server compares names of tables: exactly, or whatever their case.
SELECT 1
FROM information_schema.tables t
WHERE t.table_schema = coalesce(:schema, DATABASE()) AND t.table_name = :name
  AND (@@lower_case_table_names <> 0 OR BINARY t.table_name = BINARY :name)
