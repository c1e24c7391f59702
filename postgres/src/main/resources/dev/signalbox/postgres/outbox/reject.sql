-- Makes dead letters of waiting rows whose id or group is oversized, without reading it. A place may hold another row by now:
-- it changes only if it is oversized too.
WITH
--[lease]
lease AS MATERIALIZED (
    SELECT 1 FROM signalbox.nodes
    WHERE incarnation = :owner AND split_part(:owner, '@', 2) IN ('', CAST(extract(epoch FROM pg_postmaster_start_time()) AS text))
    FOR KEY SHARE
),
--[/]
locked AS MATERIALIZED (
    SELECT t.ctid AS place
    FROM {table} t
    WHERE t.ctid = ANY (CAST(:places AS tid[]))
      AND ({t_waits}) IS TRUE
      AND ({id_oversized} OR {group_oversized})
--[lease]
      AND EXISTS (SELECT 1 FROM lease)
--[/]
    FOR UPDATE OF t SKIP LOCKED
),
rejected AS (
    UPDATE {table} t
    SET
--[sent_only]
        {set_unsent}
--[else]
--[moments]
        {processed_at} = NULL,
        {held_until} = CAST({never} AS {mark_type})
--[else]
        {status} = {FAILED},
--[stamps_only_done]
        {processed_at} = NULL
--[else]
        {processed_at} = {now}
--[/]
--[/]
--[/]
--[!aside]
        , {error_message} = CAST(v.reason AS {error_type})
--[/]
    FROM unnest(CAST(:places AS tid[]), CAST(:reasons AS text[])) AS v (place, reason)
    WHERE t.ctid = ANY (ARRAY(SELECT l.place FROM locked l)) AND t.ctid = v.place
    RETURNING {record_key} AS key, v.reason
)
--[aside]
, failed AS (
    INSERT INTO signalbox.failures AS g (relay, id, attempts, error, parked, changed_at)
    SELECT DISTINCT ON (r.key) :relay, r.key, 0, r.reason, true, now() FROM rejected r
    ON CONFLICT (relay, id) DO UPDATE
    SET error = excluded.error, parked = true, changed_at = excluded.changed_at
)
--[/]
SELECT count(*) AS rejected FROM rejected
