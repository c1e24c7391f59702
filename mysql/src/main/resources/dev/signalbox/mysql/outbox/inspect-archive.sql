-- The columns of a table and those of the same name in its archive, with our rights on both.
SELECT o.column_name AS name,
       concat(o.column_type, coalesce(concat(' ', o.character_set_name), '')) AS type,
       coalesce(concat(a.column_type, coalesce(concat(' ', a.character_set_name), '')), '') AS archived_type,
       coalesce(a.generation_expression, '') <> '' AS computed,
       r.table_name IS NOT NULL AS present,
       coalesce(r.engine, '') AS engine,
       coalesce(find_in_set('insert', a.privileges) > 0, true) AS may_insert,
       find_in_set('select', o.privileges) > 0 AS may_select
FROM information_schema.columns o
LEFT JOIN information_schema.tables r
       ON r.table_schema = coalesce(:archive_schema, database()) AND r.table_name = :archive
LEFT JOIN information_schema.columns a
       ON a.table_schema = r.table_schema AND a.table_name = r.table_name AND a.column_name = o.column_name
WHERE o.table_schema = coalesce(:schema, database()) AND o.table_name = :table
ORDER BY o.ordinal_position
