-- The sessions and prepared transactions that hold the horizon back, oldest first.
WITH open AS MATERIALIZED (SELECT x.xid FROM pg_snapshot_xip(pg_current_snapshot()) AS x (xid))
SELECT CAST(CAST(o.xid AS text) AS bigint) AS xid, a.pid, NULL AS gid, CAST(a.datname AS text) AS database,
       CAST(a.usename AS text) AS username, a.application_name AS application, a.state,
       CAST(extract(epoch FROM clock_timestamp() - a.xact_start) * 1000 AS bigint) AS millis,
       a.datname <> current_database() AS elsewhere
FROM open o
JOIN pg_stat_activity a ON a.backend_xid = CAST(o.xid AS xid)
UNION ALL
SELECT CAST(CAST(o.xid AS text) AS bigint), NULL, p.gid, CAST(p.database AS text), CAST(p.owner AS text), NULL, 'prepared',
       CAST(extract(epoch FROM clock_timestamp() - p.prepared) * 1000 AS bigint), p.database <> current_database()
FROM open o
JOIN pg_prepared_xacts p ON p.transaction = CAST(o.xid AS xid)
ORDER BY 1
