-- Records the claim of candidates, and reads those that still wait and were not read completely before. Does not change the
-- rows. The record matters only after a crash of the relay, not of the database, so the commit does not wait for
-- fsync.
WITH
lease AS MATERIALIZED (
    SELECT 1 FROM signalbox.nodes
    WHERE incarnation = :owner AND split_part(:owner, '@', 2) IN ('', CAST(extract(epoch FROM pg_postmaster_start_time()) AS text))
    FOR KEY SHARE
),
recorded AS (
    INSERT INTO signalbox.claims (incarnation, number, relay, claimed_at, ids)
    SELECT :owner, :number, :relay, now(), CAST(:ids AS text[]) FROM lease
)
--[at_least_once]
-- If the database crashes and loses the processed events, their events were not published yet, or are published again.
, event_records AS (
    INSERT INTO {processed_events} (event_id, status, created_at, updated_at)
    SELECT CAST(u.id AS {event_id_type}), {EVENT_PROCESSING}, {processed_event_time}, {processed_event_time}
    FROM unnest(CAST(:ids AS text[])) AS u (id)
    WHERE EXISTS (SELECT 1 FROM lease)
    ON CONFLICT (event_id) DO NOTHING
    RETURNING event_id
)
--[/]
-- One row without an id says that the owner is not fenced, and when the rows were read
SELECT CAST(NULL AS text) AS id, CAST(NULL AS text) AS grp, set_config('synchronous_commit', 'off', true) AS type,
       CAST(NULL AS bigint) AS size, NULL AS payload, 0 AS attempts, CAST(NULL AS {created_type}) AS created, now() AS claimed,
       0 AS level, CAST(NULL AS text) AS oversized{no_headers}
FROM lease
--[unread]
UNION ALL
SELECT CAST(t.{id} AS text), {group_text}, {type_text}, {payload_size},
       CASE WHEN {payload_size} <= :max_payload THEN {payload_bytes} END,
       {t_attempts}, t.{created_at}, NULL, 0, {finding}{t_headers}
FROM {table} t
WHERE t.{id} = ANY (CAST(:ids AS {id_type}[])) AND ({t_waits}) IS TRUE AND EXISTS (SELECT 1 FROM lease)
--[/]
--[at_least_once]
UNION ALL
SELECT u.id, NULL, NULL, NULL, NULL, 0, NULL, NULL, -2, NULL{no_headers}
FROM unnest(CAST(:ids AS text[])) AS u (id)
WHERE CAST(u.id AS {event_id_type}) NOT IN (SELECT n.event_id FROM event_records n) AND EXISTS (SELECT 1 FROM lease)
--[/]
--[at_most_once]
UNION ALL
SELECT CAST(p.event_id AS text), NULL, NULL, NULL, NULL, 0, NULL, NULL, -2, NULL{no_headers}
FROM {processed_events} p
WHERE p.event_id = ANY (CAST(:ids AS {event_id_type}[])) AND EXISTS (SELECT 1 FROM lease)
--[/]
UNION ALL
-- Suspects are very rare, so the lookup of many ids is skipped if the relay has none
SELECT s.id, NULL, NULL, NULL, NULL, s.crashes, NULL, NULL, s.level, NULL{no_headers}
FROM signalbox.suspects s
WHERE s.relay = :relay AND s.id = ANY (CAST(:ids AS text[]))
  AND EXISTS (SELECT 1 FROM signalbox.suspects a WHERE a.relay = :relay)
--[aside]
UNION ALL
-- The same for failures. A dead letter that an operator released starts with no attempts.
SELECT g.id, NULL, NULL, NULL, NULL, CASE WHEN g.parked THEN 0 ELSE g.attempts END, NULL, NULL, -1, NULL{no_headers}
FROM signalbox.failures g
WHERE g.relay = :relay AND g.id = ANY (CAST(:ids AS text[]))
  AND EXISTS (SELECT 1 FROM signalbox.failures a WHERE a.relay = :relay)
--[/]
