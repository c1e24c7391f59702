-- The columns of the table and its companion, and the rights that we lack.
SELECT getdatabaseencoding() AS encoding,
       to_regclass(:table) IS NOT NULL AS table_exists,
       to_regclass(:failed) IS NOT NULL AS failed_exists,
       coalesce((SELECT string_agg(w.name, ', ')
                 FROM unnest(ARRAY['position', 'xid', 'shard', 'id', 'message_group', 'type', 'payload', 'headers', 'attempts',
                                   'last_error', 'created_at']) AS w (name)
                 WHERE NOT EXISTS (SELECT 1 FROM pg_attribute a
                                   WHERE a.attrelid = to_regclass(:table) AND a.attname = w.name AND NOT a.attisdropped)), '')
           AS missing,
       coalesce((SELECT string_agg(w.name, ', ')
                 FROM unnest(ARRAY['position', 'shard', 'id', 'message_group', 'type', 'payload', 'headers', 'attempts',
                                   'last_error', 'created_at', 'reason', 'failed_at']) AS w (name)
                 WHERE NOT EXISTS (SELECT 1 FROM pg_attribute a
                                   WHERE a.attrelid = to_regclass(:failed) AND a.attname = w.name AND NOT a.attisdropped)), '')
           AS failed_missing,
       coalesce((SELECT string_agg(p.name, ', ')
                 FROM unnest(ARRAY['SELECT', 'UPDATE', 'DELETE']) AS p (name)
                 WHERE NOT has_table_privilege(to_regclass(:table), p.name)), '') AS denied,
       coalesce((SELECT string_agg(p.name, ', ')
                 FROM unnest(ARRAY['SELECT', 'INSERT']) AS p (name)
                 WHERE NOT has_table_privilege(to_regclass(:failed), p.name)), '') AS failed_denied,
       (SELECT count(*) = 2
        FROM pg_attribute a
        WHERE a.attrelid = to_regclass(:table) AND a.attname IN ('xid', 'position')
          AND EXISTS (SELECT 1 FROM pg_index i
                      WHERE i.indrelid = a.attrelid AND i.indisvalid AND i.indpred IS NULL
                        AND i.indkey[CASE a.attname WHEN 'xid' THEN 0 ELSE 1 END] = a.attnum)) AS late_index,
       EXISTS (SELECT 1
               FROM pg_attribute a
                    JOIN pg_index i ON i.indrelid = a.attrelid AND i.indkey[0] = a.attnum
               WHERE a.attrelid = to_regclass(:table) AND a.attname = 'message_group'
                 AND i.indisvalid AND i.indpred IS NULL) AS group_index,
       EXISTS (SELECT 1 FROM pg_constraint c
               WHERE c.conrelid = to_regclass(:table) AND c.contype = 'c' AND c.conname = :limits) AS limited
