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
       coalesce(c.generation_expression, '') <> '' AS computed,
       c.is_nullable = 'YES' OR c.column_default IS NOT NULL OR c.extra LIKE '%auto_increment%'
           OR coalesce(c.generation_expression, '') <> '' AS filled,
       -- MariaDB shows a default as it is written in a statement, MySQL only its value
       CASE WHEN version() LIKE '%MariaDB%' OR c.column_default IS NULL THEN c.column_default
            WHEN c.column_default LIKE 'CURRENT_TIMESTAMP%' THEN c.column_default
            WHEN c.extra LIKE '%DEFAULT_GENERATED%' THEN concat('(', c.column_default, ')')
            ELSE quote(c.column_default) END AS default_value,
       lower(c.extra) AS extra,
       c.column_comment AS comment,
       current_user() AS account,
       c.privileges AS rights
FROM information_schema.columns c
WHERE c.table_schema = coalesce(:schema, database()) AND c.table_name = :table
