-- The columns of the table of processed events, our rights on it, and whether an event has at most one row.
SELECT a.attname AS name,
       format_type(a.atttypid, -1) AS type,
       format_type(a.atttypid, a.atttypmod) AS exact_type,
       format_type(coalesce(nullif(y.typbasetype, 0), y.oid), -1) AS base_type,
       y.typcategory AS category,
       has_table_privilege(c.oid, 'SELECT') AS may_select,
       has_table_privilege(c.oid, 'INSERT') AS may_insert,
       has_table_privilege(c.oid, 'UPDATE') AS may_update,
       has_table_privilege(c.oid, 'DELETE') AS may_delete,
       a.attnotnull AS never_null,
       -- A domain has the length and the values of its base type
       CASE WHEN y.typcategory = 'S'
            THEN greatest(coalesce(nullif(a.atttypmod, -1), nullif(y.typtypmod, -1), 4) - 4, 0) ELSE 0 END AS characters,
       ARRAY(SELECT CAST(l.enumlabel AS text) FROM pg_enum l
             WHERE l.enumtypid = coalesce(nullif(y.typbasetype, 0), y.oid) ORDER BY l.enumsortorder) AS labels,
       a.attgenerated <> '' OR a.attidentity = 'a' AS computed,
       a.atthasdef OR a.attidentity <> '' OR a.attgenerated <> '' AS filled,
       EXISTS (SELECT 1
               FROM pg_index i
               WHERE i.indrelid = c.oid AND i.indisvalid AND i.indisunique AND i.indpred IS NULL
                 AND i.indnkeyatts = 1 AND i.indkey[0] = a.attnum) AS one_each
FROM pg_class c
JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
JOIN pg_type y ON y.oid = a.atttypid
WHERE c.oid = to_regclass(:table)
