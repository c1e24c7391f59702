-- Handles events that had a processed event before the claim. Completes published events without publishing them again.
--[at_most_once]
-- An event that was in flight when its node died may have been published: it becomes a dead letter, and an operator decides.
--[else]
-- An event that was in flight when its node died is published, possibly for the second time.
--[/]
WITH
lease AS MATERIALIZED (
    SELECT 1 FROM signalbox.nodes
    WHERE incarnation = :owner AND split_part(:owner, '@', 2) IN ('', CAST(extract(epoch FROM pg_postmaster_start_time()) AS text))
    FOR KEY SHARE
),
known AS MATERIALIZED (
    SELECT p.event_id AS id, p.status
    FROM {processed_events} p
    WHERE p.event_id = ANY (CAST(:ids AS {event_id_type}[])) AND EXISTS (SELECT 1 FROM lease)
),
published AS (
    UPDATE {table} t
    SET {status} = {COMPLETED}, {processed_at} = coalesce(t.{processed_at}, {now})
    WHERE t.{id} = ANY (CAST(ARRAY(SELECT k.id FROM known k WHERE k.status = {EVENT_SUCCESS}) AS {id_type}[])) AND ({t_waits}) IS TRUE
    RETURNING CAST(t.{id} AS text) AS id
)
--[at_most_once]
, doubtful AS (
    UPDATE {table} t
    SET {status} = {FAILED}
    WHERE t.{id} = ANY (CAST(ARRAY(SELECT k.id FROM known k WHERE k.status = {EVENT_PROCESSING}) AS {id_type}[])) AND ({t_waits}) IS TRUE
    RETURNING CAST(t.{id} AS text) AS id
),
failed AS (
    INSERT INTO signalbox.failures AS g (relay, id, attempts, error, parked, changed_at)
    SELECT :relay, d.id, 0, :reason, true, now()
    FROM doubtful d
    ON CONFLICT (relay, id) DO UPDATE
    SET error = excluded.error, parked = true, changed_at = excluded.changed_at
),
given_up AS (
    UPDATE {processed_events} p
    SET status = {EVENT_FAILED}, updated_at = {processed_event_time}
    WHERE p.event_id = ANY (CAST(ARRAY(SELECT d.id FROM doubtful d) AS {event_id_type}[]))
)
-- Includes events whose row no longer waits: the claim read it before another node settled it
SELECT CAST(k.id AS text) AS id, p.id IS NOT NULL AS published, d.id IS NOT NULL AS given_up
FROM known k
LEFT JOIN published p ON p.id = CAST(k.id AS text)
LEFT JOIN doubtful d ON d.id = CAST(k.id AS text)
WHERE k.status IN ({EVENT_SUCCESS}, {EVENT_PROCESSING})
--[else]
-- Includes events whose row no longer waits: the claim read it before another node settled it
SELECT CAST(k.id AS text) AS id, p.id IS NOT NULL AS published, false AS given_up
FROM known k
LEFT JOIN published p ON p.id = CAST(k.id AS text)
WHERE k.status = {EVENT_SUCCESS}
--[/]
