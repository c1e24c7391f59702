-- The table's columns with their types and our rights. Resolves domains to base types, which determine how values compare.
SELECT a.attname AS name,
       format_type(a.atttypid, -1) AS type,
       format_type(a.atttypid, a.atttypmod) AS exact_type,
       format_type(coalesce(nullif(y.typbasetype, 0), y.oid), -1) AS base_type,
       y.typcategory AS category,
       has_column_privilege(c.oid, a.attnum, 'SELECT') AS may_select,
       has_column_privilege(c.oid, a.attnum, 'UPDATE') AS may_update,
       has_table_privilege(c.oid, 'DELETE') AS may_delete,
       a.attnotnull AS never_null,
       -- A domain has the length and the values of its base type
       CASE WHEN y.typcategory = 'S'
            THEN greatest(coalesce(nullif(a.atttypmod, -1), nullif(y.typtypmod, -1), 4) - 4, 0) ELSE 0 END AS characters,
       ARRAY(SELECT CAST(l.enumlabel AS text) FROM pg_enum l
             WHERE l.enumtypid = coalesce(nullif(y.typbasetype, 0), y.oid) ORDER BY l.enumsortorder) AS labels,
       a.attgenerated <> '' OR a.attidentity = 'a' AS computed,
       a.atthasdef OR a.attidentity <> '' OR a.attgenerated <> '' AS filled,
       CAST(current_user AS text) AS role,
       row_security_active(c.oid) AS hidden,
       getdatabaseencoding() AS encoding,
       EXISTS (SELECT 1 FROM pg_index i
               WHERE i.indrelid = c.oid AND i.indisvalid AND i.indpred IS NULL AND i.indkey[0] = a.attnum) AS leads_index,
--[sent_only]
       EXISTS (SELECT 1
               FROM pg_index i
               JOIN pg_attribute g ON g.attrelid = c.oid AND g.attnum = i.indkey[0] AND g.attname = :message_group
               JOIN pg_attribute m ON m.attrelid = c.oid AND m.attnum = i.indkey[1] AND m.attname = :created_at
               WHERE i.indrelid = c.oid AND i.indisvalid
                 AND pg_get_expr(i.indpred, c.oid) IN (
                     format('(%I IS NULL)', CAST(:sent AS text)),
                     format('(NOT %I)', CAST(:sent AS text)),
                     format('(%I = false)', CAST(:sent AS text)))
              ) AS claim_index,
       true AS hold_index,
       EXISTS (SELECT 1
               FROM pg_index i
               JOIN pg_attribute d ON d.attrelid = c.oid AND d.attnum = i.indkey[0] AND d.attname = :sent_at
               WHERE i.indrelid = c.oid AND i.indisvalid
                 AND (i.indpred IS NULL
                      OR pg_get_expr(i.indpred, c.oid) = format('(%I IS NOT NULL)', CAST(:sent_at AS text)))
              ) AS done_index
--[else]
--[moments]
       EXISTS (SELECT 1
               FROM pg_index i
               JOIN pg_attribute g ON g.attrelid = c.oid AND g.attnum = i.indkey[0] AND g.attname = :message_group
               JOIN pg_attribute m ON m.attrelid = c.oid AND m.attnum = i.indkey[1] AND m.attname = :created_at
               WHERE i.indrelid = c.oid AND i.indisvalid
                 AND pg_get_expr(i.indpred, c.oid) IN (
                     format('(%I IS NULL)', CAST(:processed_at AS text)),
                     format('((%I IS NULL) AND (%I IS NULL))', CAST(:processed_at AS text), CAST(:held_until AS text)),
                     format('((%I IS NULL) AND (%I IS NULL))', CAST(:held_until AS text), CAST(:processed_at AS text)))
              ) AS claim_index,
       EXISTS (SELECT 1
               FROM pg_index i
               JOIN pg_attribute g ON g.attrelid = c.oid AND g.attnum = i.indkey[0] AND g.attname = :message_group
               WHERE i.indrelid = c.oid AND i.indisvalid
                 AND pg_get_expr(i.indpred, c.oid) IN (
                     format('((%I IS NULL) AND (%I IS NOT NULL))', CAST(:processed_at AS text), CAST(:held_until AS text)),
                     format('((%I IS NOT NULL) AND (%I IS NULL))', CAST(:held_until AS text), CAST(:processed_at AS text)))
              ) AS hold_index,
       EXISTS (SELECT 1
               FROM pg_index i
               JOIN pg_attribute d ON d.attrelid = c.oid AND d.attnum = i.indkey[0] AND d.attname = :processed_at
               WHERE i.indrelid = c.oid AND i.indisvalid
                 AND (i.indpred IS NULL
                      OR pg_get_expr(i.indpred, c.oid) = format('(%I IS NOT NULL)', CAST(:processed_at AS text)))
              ) AS done_index
--[else]
       EXISTS (SELECT 1
               FROM pg_index i
               JOIN pg_attribute s ON s.attrelid = c.oid AND s.attnum = i.indkey[0] AND s.attname = :status
               JOIN pg_attribute g ON g.attrelid = c.oid AND g.attnum = i.indkey[1] AND g.attname = :message_group
               JOIN pg_attribute m ON m.attrelid = c.oid AND m.attnum = i.indkey[2] AND m.attname = :created_at
               WHERE i.indrelid = c.oid AND i.indisvalid AND i.indpred IS NULL) AS claim_index,
       true AS hold_index,
       true AS done_index
--[/]
--[/]
FROM pg_class c
JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
JOIN pg_type y ON y.oid = a.atttypid
WHERE c.oid = to_regclass(:table)
