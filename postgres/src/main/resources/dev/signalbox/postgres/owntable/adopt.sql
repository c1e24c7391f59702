-- Rows with a transaction id in the future come from a dump of another server. Their transactions ended long ago. The id 3
-- is lower than that of any transaction.
WITH
--[lease]
lease AS MATERIALIZED (
    SELECT 1 FROM signalbox.nodes
    WHERE incarnation = :owner AND split_part(:owner, '@', 2) IN ('', CAST(extract(epoch FROM pg_postmaster_start_time()) AS text))
    FOR KEY SHARE
),
--[/]
foreign_rows AS MATERIALIZED (
    SELECT t.shard, t.position
    FROM {table} t
    WHERE t.xid >= pg_snapshot_xmax(pg_current_snapshot())
--[lease]
      AND EXISTS (SELECT 1 FROM lease)
--[/]
    ORDER BY t.xid
    LIMIT 1000
),
adopted AS (
    UPDATE {table} t
    SET xid = '3'
    FROM foreign_rows f
    WHERE t.shard = f.shard AND t.position = f.position
    RETURNING 1
)
SELECT count(*) AS adopted FROM adopted
