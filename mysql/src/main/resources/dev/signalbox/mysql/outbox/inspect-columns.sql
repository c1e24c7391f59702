-- The table's columns with their types and our rights.
SELECT c.column_name AS name,
       lower(c.data_type) AS type,
       c.column_type AS exact_type,
       coalesce(c.character_set_name, '') AS charset_name,
       coalesce(c.collation_name, '') AS collation_name,
       coalesce(c.character_maximum_length, 0) AS characters,
       coalesce(c.character_octet_length, 0) AS octets,
       coalesce(c.datetime_precision, 0) AS fraction,
       c.extra LIKE '%on update%' AS updates_itself,
       c.is_nullable = 'NO' AS never_null,
       c.privileges AS rights
FROM information_schema.columns c
WHERE c.table_schema = coalesce(:schema, database()) AND c.table_name = :table
