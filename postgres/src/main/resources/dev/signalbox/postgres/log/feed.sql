-- name: lease
SELECT 1 FROM signalbox.nodes
WHERE incarnation = :owner AND split_part(:owner, '@', 2) IN ('', CAST(extract(epoch FROM pg_postmaster_start_time()) AS text))
FOR KEY SHARE

-- name: seen
SELECT last_position FROM {progress} WHERE topic = :topic AND publisher = :publisher FOR UPDATE

-- name: begin
INSERT INTO {progress} (topic, publisher, last_position, status)
VALUES (:topic, :publisher, :position, 'ACTIVE')
ON CONFLICT (topic, publisher) DO NOTHING

-- name: begin-ours
INSERT INTO signalbox.pairs (log, topic, publisher, position, horizon, cut, revision)
VALUES (:log, :topic, :publisher, :position, :horizon, :cut, 0)
ON CONFLICT (log, topic, publisher) DO NOTHING

-- name: ours
SELECT p.position, p.horizon, p.cut, p.revision, p.ahead, p.failed_position, p.failed_attempts, p.failed_reason, p.stopped,
       p.deaths, p.generation
FROM signalbox.pairs p
WHERE p.log = :log AND p.topic = :topic AND p.publisher = :publisher
FOR UPDATE

-- name: horizon
SELECT CAST(CAST(coalesce((SELECT x.xid
                           FROM pg_snapshot_xip(s.taken) AS x (xid)
                           WHERE CAST(CAST(x.xid AS text) AS bigint) <> ALL (CAST(:foreign AS bigint[]))
                           ORDER BY x.xid LIMIT 1),
                          pg_snapshot_xmax(s.taken)) AS text) AS bigint) AS safe,
       CAST(CAST(pg_snapshot_xmax(s.taken) AS text) AS bigint) AS next
FROM (SELECT pg_current_snapshot() AS taken) AS s

-- name: seek
UPDATE signalbox.pairs
SET position = :position, horizon = :horizon, cut = :cut, revision = revision + 1, ahead = '{}',
    generation = greatest(generation + 1, CAST(extract(epoch FROM clock_timestamp()) * 1000000 AS bigint)),
    failed_position = NULL, failed_attempts = 0, failed_reason = NULL, stopped = false, replay = false
WHERE log = :log AND topic = :topic AND publisher = :publisher

-- name: new-horizon
UPDATE signalbox.pairs
SET horizon = :horizon, cut = :cut, revision = revision + 1
WHERE log = :log AND topic = :topic AND publisher = :publisher

-- name: trim-parked
UPDATE signalbox.parked
SET stragglers = ARRAY(SELECT s FROM unnest(stragglers) AS s WHERE s <= :position),
    from_position = CASE WHEN from_position <= :position THEN from_position ELSE :nowhere END
WHERE log = :log AND topic = :topic AND publisher = :publisher

-- name: drop-parked
DELETE FROM signalbox.parked
WHERE log = :log AND topic = :topic AND publisher = :publisher AND stragglers = '{}' AND from_position = :nowhere

-- name: drop-letters
DELETE FROM signalbox.dead_letters
WHERE log = :log AND topic = :topic AND publisher = :publisher AND position > :position

-- name: parked
SELECT single, message_group, stragglers, from_position, done, failed_position, failed_attempts, failed_reason, stopped
FROM signalbox.parked
WHERE log = :log AND topic = :topic AND publisher = :publisher
ORDER BY from_position, single, message_group

-- name: lead
UPDATE {progress}
SET leader_instance = :node, leader_since = now(), leader_heartbeat = now()
WHERE topic = :topic AND publisher = :publisher

-- name: last-position
SELECT coalesce(max({position}), 0) AS position FROM {table}

-- name: position-at
SELECT coalesce((SELECT min(e.{position}) - 1 FROM {table} e WHERE {occurred_at} >= CAST(:time AS timestamptz)),
                (SELECT max(e.{position}) FROM {table} e), 0) AS position

-- name: replays
SELECT position, message_group
FROM signalbox.dead_letters
WHERE log = :log AND topic = :topic AND publisher = :publisher AND replay
UNION ALL
SELECT failed_position, nullif(message_group, '')
FROM signalbox.parked
WHERE log = :log AND topic = :topic AND publisher = :publisher AND stopped AND replay
UNION ALL
-- An operator who sets the status back to ACTIVE requests another attempt for the event that stopped the feed.
SELECT p.failed_position, NULL
FROM signalbox.pairs p
JOIN {progress} d ON d.topic = p.topic AND d.publisher = p.publisher
WHERE p.log = :log AND p.topic = :topic AND p.publisher = :publisher AND p.stopped AND (p.replay OR d.status = 'ACTIVE')

-- name: convict
-- What the last owner had recorded as in flight is not in flight any more, unless the same owner opens its progress again. If
-- it died, and its lease did not end with its server: what was in flight at a second death within the window is a suspect.
-- Each further death halves how many may be in flight together.
WITH
last_owner AS MATERIALIZED (
    SELECT p.owner IS NOT NULL
           AND split_part(p.owner, '@', 2) IN ('', CAST(extract(epoch FROM pg_postmaster_start_time()) AS text))
           AND NOT EXISTS (SELECT 1 FROM signalbox.nodes n WHERE n.incarnation = p.owner) AS died
    FROM signalbox.pairs p
    WHERE p.log = :log AND p.topic = :topic AND p.publisher = :publisher AND p.owner IS DISTINCT FROM :owner
),
in_flight AS MATERIALIZED (
    SELECT s.id, s.level, count(*) OVER () AS messages,
           s.level >= 2 OR coalesce(s.ended_at > now() - CAST(:window AS interval), true) AS again
    FROM signalbox.suspects s
    WHERE s.relay = :feed AND s.in_flight
)
UPDATE signalbox.suspects s
SET level = CASE WHEN o.died AND f.again
                 THEN 1 + greatest(1, least(f.messages, CASE WHEN f.level >= 2 THEN f.level - 1 ELSE 32766 END) / 2)
                 ELSE s.level END,
    crashes = s.crashes + CASE WHEN o.died AND s.level = 2 THEN 1 ELSE 0 END,
    ended_at = CASE WHEN o.died THEN now() ELSE s.ended_at END,
    in_flight = false
FROM last_owner o
CROSS JOIN in_flight f
WHERE s.relay = :feed AND s.id = f.id

-- name: own
-- An owner that is gone without leaving died, unless its lease ended with its server. A death long after it had opened the feed
-- has nothing to do with those before.
UPDATE signalbox.pairs p
SET deaths = CASE WHEN p.owner = :owner THEN p.deaths
                  WHEN p.owner IS NULL
                       OR EXISTS (SELECT 1 FROM signalbox.nodes n WHERE n.incarnation = p.owner)
                       OR split_part(p.owner, '@', 2) NOT IN ('', CAST(extract(epoch FROM pg_postmaster_start_time()) AS text)) THEN 0
                  WHEN p.opened_at > now() - CAST(:window AS interval) THEN p.deaths + 1
                  ELSE 1 END,
    opened_at = CASE WHEN p.owner = :owner THEN p.opened_at ELSE now() END,
    owner = :owner
WHERE p.log = :log AND p.topic = :topic AND p.publisher = :publisher

-- name: leave
UPDATE signalbox.pairs SET owner = NULL, deaths = 0
WHERE log = :log AND topic = :topic AND publisher = :publisher AND owner = :owner

-- name: owns
SELECT 1
FROM signalbox.nodes n
JOIN signalbox.pairs p ON p.owner = n.incarnation
WHERE n.incarnation = :owner AND split_part(:owner, '@', 2) IN ('', CAST(extract(epoch FROM pg_postmaster_start_time()) AS text))
  AND p.log = :log AND p.topic = :topic AND p.publisher = :publisher

-- name: suspects
SELECT id, level, crashes FROM signalbox.suspects WHERE relay = :feed

-- name: mark
-- Records what is about to be sent. A new record is marked at the death after which the owner opened the feed, if there was one.
-- An event that is alone in flight soon after a death becomes a suspect that is alone, so that the next one counts as an attempt.
WITH
lease AS MATERIALIZED (
    SELECT 1 FROM signalbox.nodes
    WHERE incarnation = :owner AND split_part(:owner, '@', 2) IN ('', CAST(extract(epoch FROM pg_postmaster_start_time()) AS text))
    FOR KEY SHARE
),
marked AS (
    INSERT INTO signalbox.suspects (relay, id, level, in_flight, ended_at)
    SELECT :feed, u.id,
           CASE WHEN :alone AND p.deaths > 0 AND p.opened_at > now() - CAST(:window AS interval) THEN 2 ELSE 1 END, true,
           CASE WHEN p.deaths > 0 THEN p.opened_at ELSE '-infinity' END
    FROM unnest(CAST(:ids AS text[])) AS u (id)
    JOIN signalbox.pairs p ON p.log = :log AND p.topic = :topic AND p.publisher = :publisher
    WHERE EXISTS (SELECT 1 FROM lease)
    ON CONFLICT (relay, id) DO UPDATE
    SET in_flight = true,
        level = CASE WHEN :alone AND suspects.level = 1
                          AND coalesce(suspects.ended_at > now() - CAST(:window AS interval), true)
                     THEN 2 ELSE suspects.level END
)
SELECT 1 FROM lease

-- name: end-alone
-- The event gets company, so that a death does not count as its attempt. It was a marked one: it has not been charged yet.
WITH lease AS MATERIALIZED (
    SELECT 1 FROM signalbox.nodes
    WHERE incarnation = :owner AND split_part(:owner, '@', 2) IN ('', CAST(extract(epoch FROM pg_postmaster_start_time()) AS text))
    FOR KEY SHARE
)
UPDATE signalbox.suspects s
SET level = 1
WHERE s.relay = :feed AND s.id = :id AND s.in_flight AND s.level = 2 AND s.crashes = 0 AND EXISTS (SELECT 1 FROM lease)

-- name: begin-fetch
-- The tag index finds a group's events best, but the planner settings of our sessions would avoid it.
SELECT set_config('enable_bitmapscan', 'on', true) AS plan, CAST(extract(epoch FROM pg_postmaster_start_time()) AS text) AS server

-- name: contents
SELECT w.position, e.data, CAST(extract(epoch FROM pg_postmaster_start_time()) AS text) AS server
FROM unnest(CAST(:positions AS bigint[])) AS w (position)
LEFT JOIN LATERAL (SELECT {data} AS data FROM {table} e WHERE e.{position} = w.position) AS e ON true

-- name: states
-- The states of the feeds, without a read of the log.
SELECT ARRAY(SELECT n.incarnation FROM signalbox.nodes n
             WHERE n.incarnation = ANY (CAST(:owners AS text[]))
               AND split_part(n.incarnation, '@', 2) IN ('', CAST(extract(epoch FROM pg_postmaster_start_time()) AS text))) AS live,
       p.topic, p.publisher, p.revision, p.position, d.last_position, CAST(d.status AS text) AS status,
       (p.topic, p.publisher) IN ({replayed}) AS replay
FROM (SELECT 1) AS always
LEFT JOIN signalbox.pairs p ON p.log = :log
LEFT JOIN {progress} d ON d.topic = p.topic AND d.publisher = p.publisher
