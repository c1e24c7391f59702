-- Records verdicts on rows whose claim still holds, and ends the claims that have nothing left. A row that was not marked
-- shows by its attempts that an earlier settlement, whose answer was lost, has been recorded.
-- IS TRUE keeps the index on the status out of it: where statistics say that few rows are held, the planner would walk
-- all held rows for each verdict, instead of looking each row up by its id.
WITH
--[lease]
lease AS MATERIALIZED (SELECT 1 FROM signalbox.nodes WHERE incarnation = :owner FOR KEY SHARE),
--[/]
--[others]
verdicts AS MATERIALIZED (
--[own]
    SELECT u.id, u.word, u.reason, u.attempts
    FROM unnest(CAST(:ids AS {id_type}[]), CAST(:words AS text[]), CAST(:reasons AS text[]),
                CAST(:attempts AS integer[])) AS u (id, word, reason, attempts)
--[else]
    SELECT u.id, u.word, u.reason, u.claimed{processed_utc} AS claimed
    FROM unnest(CAST(:ids AS {id_type}[]), CAST(:words AS text[]), CAST(:reasons AS text[]),
                CAST(:claimed AS timestamptz[])) AS u (id, word, reason, claimed)
--[/]
--[lease]
    -- The lease is locked before the first row is waited for: whoever takes it over waits for us, or we find it gone.
    WHERE EXISTS (SELECT 1 FROM lease)
--[/]
),
--[delete_completed]
deleted AS (
    DELETE FROM {table} t
    USING verdicts v
    WHERE t.{id} = v.id AND v.word = 'complete'
--[own]
      AND (t.{status} = {PENDING} AND coalesce(t.{retry_count}, 0) = v.attempts) IS TRUE
--[else]
      AND (t.{status} = {PROCESSING} AND t.{processed_at} = v.claimed) IS TRUE
--[/]
    RETURNING CAST(t.{id} AS text) AS id
),
--[/]
--[/]
--[completes]
-- Most verdicts, by far, are that all went well: one search for all of them is much cheaper than one for each.
completed AS (
--[delete_completed]
    DELETE FROM {table} t
--[else]
    UPDATE {table} t
    SET {status} = {COMPLETED}, {processed_at} = {now}, {error_message} = NULL
--[/]
    WHERE t.{id} = ANY (CAST(:completed AS {id_type}[]))
--[own]
      AND (t.{status} = {PENDING} AND coalesce(t.{retry_count}, 0) = :completed_attempts) IS TRUE
--[else]
      AND (t.{status} = {PROCESSING}
        AND t.{processed_at} = ANY (ARRAY(
            SELECT m.at{processed_utc} FROM unnest(CAST(:moments AS timestamptz[])) AS m (at)))) IS TRUE
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
    SET {status} = CAST(CASE v.word WHEN 'complete' THEN {COMPLETED} WHEN 'park' THEN {FAILED} ELSE {PENDING} END AS {status_type}),
        {retry_count} = CASE v.word WHEN 'retry' THEN coalesce(t.{retry_count}, 0) + 1 ELSE t.{retry_count} END,
        {processed_at} = CASE WHEN v.word IN ('complete', 'park') THEN {now} END,
        {error_message} = CASE v.word
            WHEN 'complete' THEN NULL
            WHEN 'release' THEN t.{error_message}
            ELSE CAST(v.reason AS {error_type}) END
    FROM verdicts v
    WHERE t.{id} = v.id
--[own]
      AND (t.{status} = {PENDING} AND coalesce(t.{retry_count}, 0) = v.attempts) IS TRUE
      AND v.word <> 'release'
--[else]
      AND (t.{status} = {PROCESSING} AND t.{processed_at} = v.claimed) IS TRUE
--[/]
--[delete_completed]
      AND v.word <> 'complete'
--[/]
    RETURNING CAST(t.{id} AS text) AS id
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
    -- What is given back was never changed
    SELECT CAST(t.{id} AS text)
    FROM verdicts v
    JOIN {table} t ON t.{id} = v.id
    WHERE v.word = 'release' AND (t.{status} = {PENDING} AND coalesce(t.{retry_count}, 0) = v.attempts) IS TRUE
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
-- As a rule all are recorded, and to say how many is enough
SELECT CAST(NULL AS text) AS id, count(*) AS number FROM recorded
UNION ALL
SELECT r.id, 0 FROM recorded r WHERE (SELECT count(*) FROM recorded) <> :expected
