-- Writes a feed's progress. Locks the lease before it waits for any row, and our own row before the one that operators may
-- write. The feed is no longer ours if that row has another position than we wrote last, or if another node has opened the
-- feed since: its shard may move while our lease continues.
WITH
lease AS MATERIALIZED (
    SELECT 1 FROM signalbox.nodes
    WHERE incarnation = :owner AND split_part(:owner, '@', 2) IN ('', CAST(extract(epoch FROM pg_postmaster_start_time()) AS text))
    FOR KEY SHARE
),
mine AS MATERIALIZED (
    SELECT p.position, p.stopped
    FROM signalbox.pairs p
    WHERE p.log = :log AND p.topic = :topic AND p.publisher = :publisher
      AND p.owner = :owner AND p.revision BETWEEN :confirmed AND :attempted
      AND EXISTS (SELECT 1 FROM lease)
    FOR UPDATE
),
seen AS (
    UPDATE {progress} d
    SET last_position = :position,
        status = CASE WHEN :stopped AND NOT m.stopped AND d.status = 'ACTIVE' THEN 'FAILED' ELSE d.status END,
        error_count = CASE WHEN :failed = 0 AND :delivered > 0 THEN 0 ELSE d.error_count + :failed END,
        last_error = CASE WHEN :failed = 0 AND :delivered > 0 THEN NULL ELSE coalesce(CAST(:last_error AS text), d.last_error) END,
        last_published_at = CASE WHEN :delivered > 0 THEN now() ELSE d.last_published_at END
--[leader_columns]
        , leader_heartbeat = now()
--[/]
    FROM mine m
    WHERE d.topic = :topic AND d.publisher = :publisher AND d.last_position = m.position
    RETURNING 1
),
recorded AS (
    UPDATE signalbox.pairs p
    SET position = :position, horizon = :horizon, cut = :cut, revision = :revision, ahead = CAST(:ahead AS bigint[]),
        failed_position = CAST(:failed_position AS bigint), failed_attempts = :failed_attempts,
        failed_reason = CAST(:failed_reason AS text),
        stopped = :stopped, replay = p.replay AND :stopped
    WHERE p.log = :log AND p.topic = :topic AND p.publisher = :publisher AND EXISTS (SELECT 1 FROM seen)
    RETURNING 1
)
--[defers]
,
parked AS (
    INSERT INTO signalbox.parked (log, topic, publisher, single, message_group, stragglers, from_position, done,
                                  failed_position, failed_attempts, failed_reason, stopped)
    SELECT :log, :topic, :publisher, u.single, u.message_group, CAST(u.stragglers AS bigint[]), u.from_position,
           CAST(u.done AS bigint[]), u.failed_position, u.failed_attempts, u.failed_reason, u.stopped
    FROM unnest(CAST(:singles AS bigint[]), CAST(:groups AS text[]), CAST(:stragglers AS text[]), CAST(:froms AS bigint[]),
                CAST(:done AS text[]), CAST(:failed_positions AS bigint[]), CAST(:failed_counts AS int[]),
                CAST(:failed_reasons AS text[]), CAST(:stops AS boolean[]))
        AS u (single, message_group, stragglers, from_position, done, failed_position, failed_attempts, failed_reason, stopped)
    WHERE EXISTS (SELECT 1 FROM recorded)
    ON CONFLICT (log, topic, publisher, single, message_group) DO UPDATE
    SET stragglers = excluded.stragglers, from_position = excluded.from_position, done = excluded.done,
        failed_position = excluded.failed_position, failed_attempts = excluded.failed_attempts,
        failed_reason = excluded.failed_reason, stopped = excluded.stopped, replay = parked.replay AND excluded.stopped
)
--[/]
--[resumes]
,
unparked AS (
    DELETE FROM signalbox.parked k
    USING unnest(CAST(:removed_singles AS bigint[]), CAST(:removed_groups AS text[])) AS u (single, message_group)
    WHERE k.log = :log AND k.topic = :topic AND k.publisher = :publisher
      AND k.single = u.single AND k.message_group = u.message_group
      AND EXISTS (SELECT 1 FROM recorded)
)
--[/]
--[replays]
,
replayed AS (
    DELETE FROM signalbox.dead_letters l
    WHERE l.log = :log AND l.topic = :topic AND l.publisher = :publisher
      AND l.position = ANY (CAST(:replayed AS bigint[])) AND l.position <> ALL (CAST(:letters AS bigint[]))
      AND EXISTS (SELECT 1 FROM recorded)
)
--[/]
--[dead_letters]
,
buried AS (
    INSERT INTO signalbox.dead_letters (log, topic, publisher, position, message_group, attempts, reason)
    SELECT :log, :topic, :publisher, u.position, u.message_group, u.attempts, u.reason
    FROM unnest(CAST(:letters AS bigint[]), CAST(:letter_groups AS text[]), CAST(:letter_attempts AS int[]),
                CAST(:letter_reasons AS text[])) AS u (position, message_group, attempts, reason)
    WHERE EXISTS (SELECT 1 FROM recorded)
    ON CONFLICT (log, topic, publisher, position) DO UPDATE
    SET message_group = excluded.message_group, attempts = excluded.attempts, reason = excluded.reason,
        failed_at = now(), replay = false
)
--[/]
--[suspects]
,
cleared AS (
    DELETE FROM signalbox.suspects s
    WHERE s.relay = :feed AND s.id = ANY (CAST(:cleared AS text[])) AND EXISTS (SELECT 1 FROM recorded)
),
given_back AS (
    UPDATE signalbox.suspects s SET in_flight = false
    WHERE s.relay = :feed AND s.id = ANY (CAST(:given_back AS text[])) AND EXISTS (SELECT 1 FROM recorded)
)
--[/]
SELECT EXISTS (SELECT 1 FROM lease) AS owned, EXISTS (SELECT 1 FROM recorded) AS recorded
