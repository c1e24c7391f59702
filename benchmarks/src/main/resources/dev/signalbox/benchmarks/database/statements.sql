-- BEGIN and COMMIT are statements too, but cost the server almost nothing: they are counted separately.
SELECT CASE WHEN control THEN 'TRANSACTION_CONTROL' ELSE 'STATEMENTS' END AS metric, coalesce(sum(calls), 0) AS value
FROM (VALUES (true), (false)) AS metrics (control)
LEFT JOIN (SELECT s.calls, s.query ~* '^\s*(begin|commit|rollback|start transaction|end)\y' AS control
           FROM pg_stat_statements s
           WHERE s.dbid = (SELECT d.oid FROM pg_database d WHERE d.datname = current_database())) AS counted USING (control)
GROUP BY control
