-- Records verdicts on rows whose claim is still valid, and ends claims without remaining rows. The attempts of an unmarked row
-- show whether an earlier settlement, whose answer was lost, was recorded.
-- IS TRUE prevents use of the status index: if the statistics say that few rows are claimed, the planner would scan all
-- claimed rows for each verdict, instead of looking each row up by its id.
WITH
--[lease]
lease AS MATERIALIZED (
    SELECT 1 FROM signalbox.nodes
    WHERE incarnation = :owner AND split_part(:owner, '@', 2) IN ('', CAST(extract(epoch FROM pg_postmaster_start_time()) AS text))
    FOR KEY SHARE
),
--[/]
--[others]
verdicts AS MATERIALIZED (
--[own]
    SELECT u.id, u.word, u.reason, u.attempts
    FROM unnest(CAST(:ids AS {id_type}[]), CAST(:words AS text[]), CAST(:reasons AS text[]),
                CAST(:attempts AS integer[])) AS u (id, word, reason, attempts)
--[else]
    SELECT u.id, u.word, u.reason, u.claimed{mark_utc} AS claimed
    FROM unnest(CAST(:ids AS {id_type}[]), CAST(:words AS text[]), CAST(:reasons AS text[]),
                CAST(:claimed AS timestamptz[])) AS u (id, word, reason, claimed)
--[/]
--[lease]
    -- Locks the lease before it waits for a row: either a takeover waits for us, or we find the lease gone.
    WHERE EXISTS (SELECT 1 FROM lease)
--[/]
),
--[delete_completed]
deleted AS (
    DELETE FROM {table} t
    USING verdicts v
    WHERE t.{id} = v.id AND v.word = 'complete'
--[own]
      AND ({t_waits} AND coalesce({t_attempts_now}, 0) = v.attempts) IS TRUE
--[else]
      AND ({t_held} AND t.{mark_column} = v.claimed) IS TRUE
--[/]
    RETURNING CAST(t.{id} AS text) AS id
),
--[/]
--[/]
--[completes]
-- By far most verdicts are completions: one lookup for all of them is much cheaper than one for each.
completed AS (
--[delete_completed]
    DELETE FROM {table} t
--[else]
    UPDATE {table} t
    SET
--[sent_only]
        {set_sent}
--[else]
        {processed_at} = {now}
--[moments]
        , {held_until} = NULL
--[else]
        , {status} = {COMPLETED}
--[/]
--[/]
--[!aside]
        , {error_message} = NULL
--[/]
--[/]
    WHERE t.{id} = ANY (CAST(:completed AS {id_type}[]))
--[own]
      AND ({t_waits} AND coalesce({t_attempts_now}, 0) = :completed_attempts) IS TRUE
--[else]
      AND ({t_held}
        AND t.{mark_column} = ANY (ARRAY(
            SELECT m.at{mark_utc} FROM unnest(CAST(:moments AS timestamptz[])) AS m (at)))) IS TRUE
--[/]
--[lease]
      AND EXISTS (SELECT 1 FROM lease)
--[/]
    RETURNING CAST(t.{id} AS text) AS id
),
--[/]
--[ends_claims]
ended AS (
    DELETE FROM signalbox.claims c
    WHERE c.relay = :relay AND c.incarnation = :owner AND c.number = ANY (CAST(:ended AS bigint[])) AND EXISTS (SELECT 1 FROM lease)
),
--[/]
--[others]
updated AS (
    UPDATE {table} t
    SET
--[sent_only]
        {set_sent_if_complete}
--[else]
--[moments]
        {processed_at} = CASE v.word WHEN 'complete' THEN {now} END,
        {held_until} = CASE v.word WHEN 'park' THEN CAST({never} AS {mark_type}) END
--[else]
        {status} = CAST(CASE v.word WHEN 'complete' THEN {COMPLETED} WHEN 'park' THEN {FAILED} ELSE {PENDING} END AS {status_type}),
--[stamps_only_done]
        {processed_at} = CASE v.word WHEN 'complete' THEN {now} END
--[else]
        {processed_at} = CASE WHEN v.word IN ('complete', 'park') THEN {now} END
--[/]
--[/]
--[/]
--[!aside]
        , {retry_count} = CASE v.word WHEN 'retry' THEN coalesce(t.{retry_count}, 0) + 1 ELSE t.{retry_count} END,
        {error_message} = CASE v.word
            WHEN 'complete' THEN NULL
            WHEN 'release' THEN t.{error_message}
            ELSE CAST(v.reason AS {error_type}) END
--[/]
    FROM verdicts v
    WHERE t.{id} = v.id
--[own]
      AND ({t_waits} AND coalesce({t_attempts_now}, 0) = v.attempts) IS TRUE
      AND v.word <> 'release'
--[else]
      AND ({t_held} AND t.{mark_column} = v.claimed) IS TRUE
--[/]
--[delete_completed]
      AND v.word <> 'complete'
--[/]
    RETURNING CAST(t.{id} AS text) AS id
--[aside]
        , v.word, v.reason
--[/]
),
--[processed_events]
-- Deletes the processed events of released and retried messages, as if they had not been claimed.
unrecorded AS (
    DELETE FROM {processed_events} p
    WHERE p.event_id = ANY (CAST(ARRAY(
        SELECT u.id FROM updated u WHERE u.word = 'retry'
        UNION ALL
        SELECT CAST(t.{id} AS text)
        FROM verdicts v
        JOIN {table} t ON t.{id} = v.id
        WHERE v.word = 'release' AND ({t_waits} AND coalesce({t_attempts_now}, 0) = v.attempts) IS TRUE) AS {event_id_type}[]))
),
--[/]
--[aside]
failed AS (
    INSERT INTO signalbox.failures AS g (relay, id, attempts, error, parked, changed_at)
    SELECT :relay, u.id, CASE u.word WHEN 'retry' THEN 1 ELSE 0 END, u.reason, u.word = 'park', now()
    FROM updated u
    WHERE u.word IN ('retry', 'park')
    ON CONFLICT (relay, id) DO UPDATE
    SET attempts = CASE WHEN g.parked THEN 0 ELSE g.attempts END + excluded.attempts,
        error = excluded.error, parked = excluded.parked, changed_at = excluded.changed_at
),
--[/]
--[/]
--[aside]
-- Failures are very rare, so the lookup is skipped if the relay has none.
forgotten AS (
    DELETE FROM signalbox.failures g
    WHERE g.relay = :relay
      AND EXISTS (SELECT 1 FROM signalbox.failures a WHERE a.relay = :relay)
      AND g.id = ANY (ARRAY(
--[completes]
        SELECT c.id FROM completed c
--[/]
--[both]
        UNION ALL
--[/]
--[others]
        SELECT u.id FROM updated u WHERE u.word = 'complete'
--[delete_completed]
        UNION ALL
        SELECT d.id FROM deleted d
--[/]
--[/]
      ))
),
--[/]
--[processed_events]
event_records AS (
--[delete_completed]
    DELETE FROM {processed_events} p
    WHERE p.event_id = ANY (CAST(ARRAY(
--[completes]
        SELECT c.id FROM completed c
--[/]
--[both]
        UNION ALL
--[/]
--[others]
        SELECT d.id FROM deleted d
--[/]
        ) AS {event_id_type}[]))
--[else]
    INSERT INTO {processed_events} AS p (event_id, status, created_at, updated_at)
--[completes]
    SELECT CAST(c.id AS {event_id_type}), {EVENT_SUCCESS}, {processed_event_time}, {processed_event_time} FROM completed c
--[/]
--[both]
    UNION ALL
--[/]
--[others]
    SELECT CAST(u.id AS {event_id_type}), CASE u.word WHEN 'complete' THEN {EVENT_SUCCESS} ELSE {EVENT_FAILED} END, {processed_event_time}, {processed_event_time}
    FROM updated u
    WHERE u.word IN ('complete', 'park')
--[/]
    ON CONFLICT (event_id) DO UPDATE
    SET status = excluded.status, updated_at = excluded.updated_at
--[/]
),
--[/]
recorded AS (
--[completes]
    SELECT c.id FROM completed c
--[/]
--[both]
    UNION ALL
--[/]
--[others]
    SELECT u.id FROM updated u
--[delete_completed]
    UNION ALL
    SELECT d.id FROM deleted d
--[/]
--[own]
    UNION ALL
    -- Released rows were never changed
    SELECT CAST(t.{id} AS text)
    FROM verdicts v
    JOIN {table} t ON t.{id} = v.id
    WHERE v.word = 'release' AND ({t_waits} AND coalesce({t_attempts_now}, 0) = v.attempts) IS TRUE
--[/]
--[/]
)
--[suspects]
, cleared AS (
    DELETE FROM signalbox.suspects s
    WHERE s.relay = :relay AND s.id = ANY (CAST(:cleared AS text[])) AND s.id = ANY (ARRAY(SELECT r.id FROM recorded r))
),
landed AS (
    UPDATE signalbox.suspects s
    SET in_flight = false
    WHERE s.relay = :relay AND s.id = ANY (CAST(:landed AS text[])) AND s.id = ANY (ARRAY(SELECT r.id FROM recorded r))
)
--[/]
-- Usually all verdicts are recorded, and their number is enough
SELECT CAST(NULL AS text) AS id, count(*) AS number FROM recorded
UNION ALL
SELECT r.id, 0 FROM recorded r WHERE (SELECT count(*) FROM recorded) <> :expected
