-- The columns and indexes of the log, and of the table in which operators see the progress.
SELECT getdatabaseencoding() AS encoding,
       CAST(current_setting('server_version_num') AS int) >= 140000 AS tells_compressed,
       to_regclass(:table) IS NOT NULL AS exists,
       to_regclass(:progress) IS NOT NULL AS progress_exists,
       coalesce(has_table_privilege(to_regclass(:table), 'SELECT'), false) AS readable,
       coalesce(has_table_privilege(to_regclass(:progress), 'SELECT')
                AND has_table_privilege(to_regclass(:progress), 'INSERT')
                AND has_table_privilege(to_regclass(:progress), 'UPDATE'), false) AS progress_writable,
       EXISTS (SELECT 1 FROM pg_constraint c
               WHERE c.conrelid = to_regclass(:table) AND c.contype = 'c' AND c.conname = :limits) AS limited,
       ARRAY(SELECT CAST(a.attname AS text) || '|' || format_type(a.atttypid, NULL) || '|' || a.attnotnull
             FROM pg_attribute a
             WHERE a.attrelid = to_regclass(:table) AND a.attnum > 0 AND NOT a.attisdropped) AS columns,
       ARRAY(SELECT CAST(a.attname AS text)
             FROM pg_attribute a
             WHERE a.attrelid = to_regclass(:progress) AND a.attnum > 0 AND NOT a.attisdropped) AS progress_columns,
       ARRAY(SELECT ARRAY[CAST(f.attname AS text), CAST(s.attname AS text)]
             FROM pg_index i
             JOIN pg_attribute f ON f.attrelid = i.indrelid AND f.attnum = i.indkey[0]
             LEFT JOIN pg_attribute s ON s.attrelid = i.indrelid AND i.indnkeyatts > 1 AND s.attnum = i.indkey[1]
             WHERE i.indrelid = to_regclass(:table) AND i.indisvalid AND i.indpred IS NULL) AS indexes
