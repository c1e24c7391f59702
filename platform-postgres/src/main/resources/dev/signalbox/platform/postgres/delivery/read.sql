-- Reads in one snapshot: which streams got rows from transactions that ended since the last read, and the next rows of the
-- wanted streams. Only keys: what is sent is read when it is claimed.
WITH RECURSIVE
moment AS MATERIALIZED (SELECT pg_current_snapshot() AS snapshot),
--[news]
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
-- From stream to stream within each transaction. The row comparisons leave the planner no other index than the one on
-- (xid, stream, position).
news AS (
    SELECT t.stream, t.position, CAST(floor(extract(epoch FROM t.accepted_at) * 1000) AS bigint) AS accepted_at
    FROM ended e
    CROSS JOIN LATERAL (
        WITH RECURSIVE hop AS (
            (SELECT q.stream, q.position, q.accepted_at
             FROM signalbox_platform.queue q
             WHERE (q.xid, q.stream, q.position) >= (e.xid, {bottom}, {bottom})
               AND (q.xid, q.stream, q.position) <= (e.xid, {top}, {top})
             ORDER BY q.xid, q.stream, q.position
             LIMIT 1)
            UNION ALL
            SELECT n.stream, n.position, n.accepted_at
            FROM hop h
            CROSS JOIN LATERAL (
                SELECT q.stream, q.position, q.accepted_at
                FROM signalbox_platform.queue q
                WHERE (q.xid, q.stream, q.position) > (e.xid, h.stream, {top})
                  AND (q.xid, q.stream, q.position) <= (e.xid, {top}, {top})
                ORDER BY q.xid, q.stream, q.position
                LIMIT 1
            ) n
        )
        SELECT hop.stream, hop.position, hop.accepted_at FROM hop
    ) t
    LIMIT {most_news}
),
--[/]
--[scan]
-- All streams that have rows, without reading their rows.
streams AS (
    (SELECT q.stream FROM signalbox_platform.queue q ORDER BY q.stream LIMIT 1)
    UNION ALL
    SELECT n.stream
    FROM streams s
    CROSS JOIN LATERAL (
        SELECT q.stream FROM signalbox_platform.queue q WHERE q.stream > s.stream ORDER BY q.stream LIMIT 1
    ) n
),
--[/]
wanted AS MATERIALIZED (
    SELECT u.n, u.stream, u.after, u.most,
           u.holds = 1 AND (EXISTS (SELECT 1 FROM signalbox_platform.given_up g WHERE g.stream = u.stream)
                            OR EXISTS (SELECT 1 FROM signalbox_platform.deferred d WHERE d.stream = u.stream)) AS holds
    FROM unnest(CAST(:streams AS bigint[]), CAST(:after AS bigint[]), CAST(:most AS integer[]), CAST(:holds AS integer[]))
         WITH ORDINALITY AS u (stream, after, most, holds, n)
),
ahead AS (
    SELECT w.n, w.holds, t.*
    FROM wanted w
    CROSS JOIN LATERAL (
        SELECT r.stream, r.position, r.job, r.event, r.accepted_at, r.due_at, r.attempts, r.message_group
        FROM signalbox_platform.queue r
        WHERE r.stream = w.stream AND r.position > w.after
        ORDER BY r.position
        LIMIT w.most
    ) t
)
SELECT 0 AS kind, CAST(0 AS bigint) AS n, CAST(0 AS bigint) AS stream, CAST(0 AS bigint) AS position, CAST(0 AS bigint) AS job,
       CAST(NULL AS bigint) AS event, CAST(floor(extract(epoch FROM now()) * 1000) AS bigint) AS accepted_at,
       CAST(NULL AS bigint) AS due_at, 0 AS attempts, CAST(m.snapshot AS text) AS message_group, false AS held,
       CAST(extract(epoch FROM pg_postmaster_start_time()) AS text) AS server
FROM moment m
--[news]
UNION ALL
SELECT 1, 0, n.stream, n.position, 0, NULL, n.accepted_at, NULL, 0, NULL, false, NULL FROM news n
--[/]
--[scan]
UNION ALL
SELECT 2, 0, s.stream, 0, 0, NULL, 0, NULL, 0, NULL, false, NULL FROM streams s
--[/]
UNION ALL
SELECT 3, a.n, a.stream, a.position, a.job, a.event, CAST(floor(extract(epoch FROM a.accepted_at) * 1000) AS bigint),
       CAST(ceil(extract(epoch FROM a.due_at) * 1000) AS bigint), a.attempts, a.message_group,
       CASE WHEN a.holds AND a.message_group IS NOT NULL
            THEN EXISTS (SELECT 1 FROM signalbox_platform.given_up g
                          WHERE g.stream = a.stream AND g.message_group = a.message_group AND g.position < a.position)
                 OR EXISTS (SELECT 1 FROM signalbox_platform.deferred d
                             WHERE d.stream = a.stream AND d.message_group = a.message_group AND d.position < a.position)
            ELSE false END,
       NULL
FROM ahead a
