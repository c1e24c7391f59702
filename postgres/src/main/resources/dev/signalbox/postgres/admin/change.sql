-- Deletes failed messages, or makes failed or delivered ones wait again with no attempts counted. IS TRUE makes the
-- planner use the primary key.
WITH locked AS MATERIALIZED (
    SELECT t.{id} AS id
    FROM {table} t
--[delivered]
    WHERE t.{id} = ANY (CAST(:ids AS {id_type}[])) AND ({t_done}) IS TRUE
--[else]
    WHERE t.{id} = ANY (CAST(:ids AS {id_type}[])) AND ({t_dead}) IS TRUE
--[/]
    FOR UPDATE OF t SKIP LOCKED
)
--[processed_events]
, unrecorded AS (
    DELETE FROM {processed_events} p
    WHERE p.event_id = ANY (CAST(ARRAY(SELECT CAST(l.id AS text) FROM locked l) AS {event_id_type}[]))
)
--[/]
--[records]
, forgotten AS (
    DELETE FROM signalbox.failures g
    WHERE g.relay = :relay AND g.id = ANY (ARRAY(SELECT CAST(l.id AS text) FROM locked l))
)
--[/]
--[delete]
DELETE FROM {table} t
--[else]
UPDATE {table} t
SET
--[sent_only]
    {set_unsent}
--[else]
    {processed_at} = NULL
--[moments]
    , {held_until} = NULL
--[else]
    , {status} = {PENDING}
--[/]
--[/]
--[!aside]
    , {retry_count} = 0, {error_message} = NULL
--[/]
--[/]
WHERE t.{id} = ANY (ARRAY(SELECT l.id FROM locked l))
RETURNING CAST(t.{id} AS text) AS id
