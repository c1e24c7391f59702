-- The CHECK constraints of a table on MariaDB, where names are unique in a table only.
SELECT c.constraint_name AS name, c.check_clause AS expression
FROM information_schema.check_constraints c
WHERE c.constraint_schema = coalesce(:schema, database()) AND c.table_name = :table
ORDER BY c.constraint_name
