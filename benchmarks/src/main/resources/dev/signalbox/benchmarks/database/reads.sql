-- The number of statements on the table, and of its rows read.
SELECT (SELECT coalesce(sum(s.calls), 0) FROM pg_stat_statements s WHERE strpos(s.query, :table) > 0) AS statements,
       (SELECT t.seq_tup_read + coalesce(t.idx_tup_fetch, 0)
        FROM pg_stat_user_tables t
        WHERE t.relid = to_regclass(:table)) AS rows
