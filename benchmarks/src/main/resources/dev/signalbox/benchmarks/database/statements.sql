-- BEGIN and COMMIT are statements too, but cost the server almost nothing: they are counted separately.
SELECT coalesce(sum(calls) FILTER (WHERE NOT control), 0) AS statements,
       coalesce(sum(calls) FILTER (WHERE control), 0) AS control
FROM (SELECT s.calls, s.query ~* '^\s*(begin|commit|rollback|start transaction|end)\y' AS control
      FROM pg_stat_statements s
      WHERE s.dbid = (SELECT d.oid FROM pg_database d WHERE d.datname = current_database())) counted
