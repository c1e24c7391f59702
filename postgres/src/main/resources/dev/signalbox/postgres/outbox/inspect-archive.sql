-- The columns of a table, those of the same name in its archive, and our rights on both.
SELECT o.attname AS name,
       format_type(o.atttypid, o.atttypmod) AS type,
       coalesce(format_type(a.atttypid, a.atttypmod), '') AS archived_type,
       coalesce(a.attgenerated <> '', false) AS computed,
       r.archive IS NOT NULL AS present,
       coalesce(has_table_privilege(r.archive, 'INSERT'), false) AS may_insert,
       has_table_privilege(r.source, 'DELETE') AS may_delete,
       has_column_privilege(r.source, o.attnum, 'SELECT') AS may_select
FROM (SELECT CAST(to_regclass(:table) AS oid) AS source, CAST(to_regclass(:archive) AS oid) AS archive) r
JOIN pg_attribute o ON o.attrelid = r.source AND o.attnum > 0 AND NOT o.attisdropped
LEFT JOIN pg_attribute a
       ON a.attrelid = r.archive AND a.attname = o.attname AND a.attnum > 0 AND NOT a.attisdropped
ORDER BY o.attnum
