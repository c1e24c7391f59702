-- The CHECK constraints of a table on MySQL, which shows quotes in them with a backslash.
SELECT t.constraint_name AS name, replace(c.check_clause, '\\''', '''') AS expression
FROM information_schema.table_constraints t
JOIN information_schema.check_constraints c
  ON c.constraint_schema = t.constraint_schema AND c.constraint_name = t.constraint_name
WHERE t.table_schema = coalesce(:schema, database()) AND t.table_name = :table AND t.constraint_type = 'CHECK'
ORDER BY t.constraint_name
