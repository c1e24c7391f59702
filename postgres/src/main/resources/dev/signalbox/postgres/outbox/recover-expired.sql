-- Releases rows that no node of ours claimed and whose claim is older than the table's time-out. A row without a claim time
-- gets the current time first, so that it too has the full time-out before it is released.
WITH
--[lease]
lease AS MATERIALIZED (
    SELECT 1 FROM signalbox.nodes
    WHERE incarnation = :owner AND split_part(:owner, '@', 2) IN ('', CAST(extract(epoch FROM pg_postmaster_start_time()) AS text))
    FOR KEY SHARE
),
--[/]
expired AS MATERIALIZED (
--[moments]
    SELECT t.{id} AS id, false AS unknown
    FROM {table} t
    WHERE {t_held} AND t.{held_until} < now(){mark_utc}
--[else]
    SELECT t.{id} AS id, t.{processed_at} IS NULL AS unknown
    FROM {table} t
    WHERE {t_held}
      AND (t.{processed_at} IS NULL
        OR t.{processed_at} < (now() - CAST(:timeout AS interval)){processed_utc})
--[/]
--[lease]
      AND CAST(t.{id} AS text) NOT IN (SELECT unnest(c.ids) FROM signalbox.claims c WHERE c.relay = :relay)
      AND EXISTS (SELECT 1 FROM lease)
--[else]
      AND CAST(t.{id} AS text) NOT IN (SELECT unnest(CAST(:in_flight AS text[])))
--[/]
    LIMIT 1000
    FOR UPDATE OF t SKIP LOCKED
),
released AS (
    UPDATE {table} t
--[moments]
    SET {held_until} = NULL
--[else]
    SET {status} = CAST(CASE WHEN e.unknown THEN {PROCESSING} ELSE {PENDING} END AS {status_type}),
        {processed_at} = CASE WHEN e.unknown THEN {now} END
--[/]
    FROM expired e
    WHERE t.{id} = e.id
    RETURNING e.unknown
)
SELECT count(*) FILTER (WHERE NOT r.unknown) AS released, count(*) AS touched FROM released r
