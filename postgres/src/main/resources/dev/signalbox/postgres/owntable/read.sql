-- Reads on from the cursor, in one snapshot: first rows that became visible behind the cursor, then rows ahead of it.
WITH
moment AS MATERIALIZED (SELECT pg_current_snapshot() AS snapshot),
--[late]
-- Transactions that were open or had not started in the last snapshot and have committed since. The cost of looking them
-- up one by one depends on their number, not on the size of the table.
ended AS MATERIALIZED (
    SELECT x.xid
    FROM moment m
    CROSS JOIN LATERAL (
        SELECT pg_snapshot_xip(CAST(:snapshot AS pg_snapshot)) AS xid
        UNION ALL
        SELECT CAST(CAST(g.number AS text) AS xid8)
        FROM generate_series(
            CAST(:next_xid AS bigint),
            least(CAST(:next_xid AS bigint) + {most_transactions},
                  CAST(CAST(pg_snapshot_xmax(m.snapshot) AS text) AS bigint)) - 1) AS g (number)
    ) x
    WHERE pg_visible_in_snapshot(x.xid, m.snapshot) AND pg_xact_status(x.xid) IS DISTINCT FROM 'aborted'
),
-- The row comparison leaves the planner no other index than the one on (xid, position).
late AS (
    SELECT t.*
    FROM ended e
    CROSS JOIN LATERAL (
        SELECT r.xid, r.shard, r.position, r.id, r.message_group, r.type, r.payload, r.headers, r.attempts, r.created_at,
               {small} AS small
        FROM {table} r
        WHERE (r.xid, r.position) >= (e.xid, {bottom}) AND (r.xid, r.position) <= (e.xid, CAST(:furthest AS bigint))
        ORDER BY r.xid, r.position
        LIMIT {late_of_one}
    ) t
    LIMIT {late_of_all}
),
--[/]
ahead AS (
    SELECT t.*
    FROM unnest(CAST(:shards AS smallint[]), CAST(:after AS bigint[]), CAST(:most AS integer[])) AS s (shard, after, most)
    CROSS JOIN LATERAL (
        SELECT r.shard, r.position, r.id, r.message_group, r.type, r.payload, r.headers, r.attempts, r.created_at,
               {small} AS small
        FROM {table} r
        WHERE r.shard = s.shard AND r.position > s.after
        ORDER BY r.position
        LIMIT s.most
    ) t
)
SELECT 0 AS kind, CAST(m.snapshot AS text) AS xid, NULL AS shard, NULL AS position, NULL AS id, NULL AS message_group,
       CAST(extract(epoch FROM pg_postmaster_start_time()) AS text) AS type, NULL AS size, NULL AS payload, NULL AS attempts, now() AS created_at, false AS blocked,
       CAST(NULL AS text) AS headers, CAST(NULL AS text) AS oversized, 0 AS memory
FROM moment m
UNION ALL
--[late]
SELECT 1, CAST(l.xid AS text), l.shard, l.position, {late_id}, {late_group},
       {late_type}, octet_length(l.payload),
       CASE WHEN octet_length(l.payload){late_memory} <= :late_inline THEN {late_payload} END, l.attempts, l.created_at,
--[hold_exhausted]
       EXISTS (SELECT 1 FROM {failed} f WHERE f.message_group = l.message_group),
--[else]
       false,
--[/]
       CASE WHEN octet_length(l.payload){late_memory} <= :late_inline THEN {late_headers} END, {late_finding}, 0{late_memory}
FROM late l
UNION ALL
--[/]
SELECT 2, NULL, a.shard, a.position, {ahead_id}, {ahead_group},
       {ahead_type}, octet_length(a.payload),
       CASE WHEN octet_length(a.payload){ahead_memory} <= :inline THEN {ahead_payload} END, a.attempts, a.created_at,
--[hold_exhausted]
       EXISTS (SELECT 1 FROM {failed} f WHERE f.message_group = a.message_group),
--[else]
       false,
--[/]
       CASE WHEN octet_length(a.payload){ahead_memory} <= :inline THEN {ahead_headers} END, {ahead_finding}, 0{ahead_memory}
FROM ahead a
--[hold_exhausted]
UNION ALL
-- Groups that had a failed row and no longer have one. Rows that were moved back are among the late rows above.
SELECT 3, NULL, NULL, NULL, NULL, b.message_group, NULL, NULL, NULL, NULL, NULL, false, NULL, NULL, 0
FROM unnest(CAST(:blocked AS text[])) AS b (message_group)
WHERE NOT EXISTS (SELECT 1 FROM {failed} f WHERE f.message_group = b.message_group)
--[/]
