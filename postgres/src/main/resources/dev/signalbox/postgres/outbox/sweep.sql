-- Deletes a small batch of completed rows that exceed the retention, or moves it to the archive in the same statement. Rows
-- complete after their creation, so the creation time index bounds the scan. With timestamps as states, it goes by completion.
WITH RECURSIVE
--[lease]
lease AS MATERIALIZED (
    SELECT 1 FROM signalbox.nodes
    WHERE incarnation = :owner AND split_part(:owner, '@', 2) IN ('', CAST(extract(epoch FROM pg_postmaster_start_time()) AS text))
    FOR KEY SHARE
),
--[/]
cutoff AS MATERIALIZED (SELECT now() - CAST(:keep AS interval) AS at),
--[!ungrouped]
visited (grp, n) AS (
    (SELECT t.{group}, 1
     FROM {table} t
     WHERE {t_done}
--[resume]
       AND t.{group} > CAST(:resume AS {group_type})
--[else]
       AND t.{group} IS NOT NULL
--[/]
     ORDER BY t.{group}
     LIMIT 1)
    UNION ALL
    SELECT (SELECT t.{group}
            FROM {table} t
            WHERE {t_done} AND t.{group} > v.grp
            ORDER BY t.{group}
            LIMIT 1),
           v.n + 1
    FROM visited v
    WHERE v.grp IS NOT NULL AND v.n < 500
),
picked AS MATERIALIZED (
    SELECT r.id, r.processed, r.bytes, v.grp, v.n
    FROM visited v
    CROSS JOIN LATERAL (
        SELECT t.{id} AS id, t.{processed_at} AS processed,
--[archive]
               {payload_size} AS bytes
--[else]
               0 AS bytes
--[/]
        FROM {table} t
        WHERE {t_done} AND t.{group} = v.grp
          AND t.{created_at} < (SELECT c.at{created_utc} FROM cutoff c)
        ORDER BY t.{created_at}
        LIMIT 500
    ) r
    WHERE v.grp IS NOT NULL
    LIMIT 500
),
--[/]
--[ungrouped]
picked AS MATERIALIZED (
    SELECT t.{id} AS id, t.{processed_at} AS processed,
--[archive]
           {payload_size} AS bytes
--[else]
           0 AS bytes
--[/]
    FROM {table} t
--[swept_by_time]
    WHERE t.{processed_at} < (SELECT c.at{processed_utc} FROM cutoff c)
    ORDER BY t.{processed_at}
--[else]
    WHERE {t_done} AND t.{group} IS NULL
      AND t.{created_at} < (SELECT c.at{created_utc} FROM cutoff c)
    ORDER BY t.{group}, t.{created_at}
--[/]
    LIMIT 500
),
--[/]
locked AS MATERIALIZED (
    SELECT t.{id} AS id
    FROM {table} t
    WHERE t.{id} = ANY (ARRAY(
--[archive]
            -- Moved rows are written again, so large payloads make the batch smaller. A row of any size can move alone
            SELECT f.id
            FROM (SELECT p.id, sum(p.bytes) OVER (ORDER BY p.id) - p.bytes AS before
                  FROM picked p
                  WHERE p.processed < (SELECT c.at{processed_utc} FROM cutoff c)) f
            WHERE f.before < {bytes}))
--[else]
            SELECT p.id FROM picked p WHERE p.processed < (SELECT c.at{processed_utc} FROM cutoff c)))
--[/]
      AND ({t_done}) IS TRUE
--[lease]
      AND EXISTS (SELECT 1 FROM lease)
--[/]
    FOR UPDATE OF t SKIP LOCKED
),
deleted AS (
    DELETE FROM {table} t WHERE t.{id} = ANY (ARRAY(SELECT l.id FROM locked l))
--[archive]
    RETURNING {archived_of_t}
),
archived AS (
    -- OVERRIDING keeps the ids if the archive has an identity column of its own
    INSERT INTO {archive} ({archived}) OVERRIDING SYSTEM VALUE SELECT {archived} FROM deleted RETURNING 1
--[else]
    RETURNING 1
--[/]
)
--[processed_events]
, unrecorded AS (
    DELETE FROM {processed_events} p WHERE p.event_id = ANY (CAST(ARRAY(SELECT CAST(l.id AS text) FROM locked l) AS {event_id_type}[]))
)
--[/]
SELECT (SELECT count(*) FROM deleted) AS deleted,
--[archive]
       (SELECT count(*) FROM archived) AS archived,
--[else]
       0 AS archived,
--[/]
       (SELECT count(*) FROM picked) AS picked,
--[!ungrouped]
       (SELECT left(CAST(p.grp AS text), 2048) FROM picked p ORDER BY p.n DESC LIMIT 1) AS last_picked,
       CASE WHEN (SELECT count(*) FROM picked) < 500
            THEN (SELECT left(CAST(v.grp AS text), 2048) FROM visited v WHERE v.n = 500) END AS stopped_at
--[else]
       CAST(NULL AS text) AS last_picked,
       CAST(NULL AS text) AS stopped_at
--[/]
