-- Who keeps the table from being changed, the oldest first.
SELECT format('process %s (%s, %s, transaction open for %s)', a.pid, nullif(a.application_name, ''), a.state,
              date_trunc('second', clock_timestamp() - a.xact_start)) AS blocker
FROM pg_locks l
JOIN pg_stat_activity a ON a.pid = l.pid
WHERE l.relation = to_regclass(:table) AND l.granted AND l.pid <> pg_backend_pid()
GROUP BY a.pid, a.application_name, a.state, a.xact_start
ORDER BY a.xact_start
LIMIT 3
