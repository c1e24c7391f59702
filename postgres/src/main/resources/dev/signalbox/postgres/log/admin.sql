-- name: statuses
-- The leader's name stays in the progress table when its node ends, but a node without a lease leads nothing.
SELECT p.topic, p.publisher, CAST(d.status AS text) AS status, coalesce(d.last_position, p.position) AS last_position,
       coalesce(d.error_count, 0) AS error_count, d.last_error, d.last_published_at,
       CASE WHEN n.node IS NOT NULL THEN coalesce({leader}, n.node) END AS leader,
       CASE WHEN n.node IS NOT NULL THEN {leader_since} END AS leader_since,
       CASE WHEN n.node IS NOT NULL THEN {leader_heartbeat} END AS leader_heartbeat,
       (SELECT count(*) FROM signalbox.parked k
        WHERE k.log = p.log AND k.topic = p.topic AND k.publisher = p.publisher) AS parked,
       (SELECT count(*) FROM signalbox.dead_letters l
        WHERE l.log = p.log AND l.topic = p.topic AND l.publisher = p.publisher) AS dead_letters
FROM signalbox.pairs p
LEFT JOIN {progress} d ON d.topic = p.topic AND d.publisher = p.publisher
LEFT JOIN signalbox.nodes n ON n.incarnation = p.owner AND n.expires_at > now()
WHERE p.log = :log
ORDER BY p.topic, p.publisher

-- name: lag
-- Counts the events of the feed's topic after its position, up to the limit.
-- Starts at the position that operators see, so that moving a paused feed shows its effect at once.
SELECT count(*) FILTER (WHERE q.wanted) AS lag, count(*) > :most AS capped,
       CAST(1000 * extract(epoch FROM now() - min(q.occurred_at) FILTER (WHERE q.wanted AND isfinite(q.occurred_at))) AS bigint) AS oldest_millis
FROM (SELECT {in_topic} AS wanted, {occurred_at} AS occurred_at
      FROM {table} e
      WHERE e.{position} > (SELECT coalesce(d.last_position, p.position)
                            FROM signalbox.pairs p
                            LEFT JOIN {progress} d ON d.topic = p.topic AND d.publisher = p.publisher
                            WHERE p.log = :log AND p.topic = :topic AND p.publisher = :publisher)
      ORDER BY e.{position}
      LIMIT :most + 1) AS q

-- name: status
UPDATE {progress} SET status = :status WHERE topic = :topic AND publisher = :publisher

-- name: reset
UPDATE {progress} SET status = 'ACTIVE', error_count = 0, last_error = NULL WHERE topic = :topic AND publisher = :publisher

-- name: move
UPDATE {progress} SET last_position = :position WHERE topic = :topic AND publisher = :publisher

-- name: letters
SELECT l.position, l.message_group, l.attempts, l.reason, l.failed_at, l.replay,
       (SELECT left(CAST(e.{type} AS text), 2048) FROM {table} e WHERE e.{position} = l.position) AS type
FROM signalbox.dead_letters l
WHERE l.log = :log AND l.topic = :topic AND l.publisher = :publisher AND l.position > :behind
ORDER BY l.position
LIMIT :most

-- name: replay
WITH letter AS (
    UPDATE signalbox.dead_letters l SET replay = true
    WHERE l.log = :log AND l.topic = :topic AND l.publisher = :publisher AND l.position = :position
    RETURNING 1
),
group_of AS (
    UPDATE signalbox.parked k SET replay = true
    WHERE k.log = :log AND k.topic = :topic AND k.publisher = :publisher AND k.failed_position = :position AND k.stopped
    RETURNING 1
),
whole AS (
    UPDATE signalbox.pairs p SET replay = true
    WHERE p.log = :log AND p.topic = :topic AND p.publisher = :publisher AND p.failed_position = :position AND p.stopped
    RETURNING 1
),
active AS (
    UPDATE {progress} d SET status = 'ACTIVE'
    WHERE d.topic = :topic AND d.publisher = :publisher AND d.status = 'FAILED' AND EXISTS (SELECT 1 FROM whole)
)
SELECT EXISTS (SELECT 1 FROM letter) OR EXISTS (SELECT 1 FROM group_of) OR EXISTS (SELECT 1 FROM whole) AS found

-- name: heartbeat
UPDATE {progress} d
SET leader_heartbeat = now()
FROM signalbox.pairs p
WHERE p.log = :log AND d.topic = p.topic AND d.publisher = p.publisher AND d.leader_instance = :node
