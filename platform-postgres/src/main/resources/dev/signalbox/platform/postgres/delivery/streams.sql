-- What delivery needs to know of streams, and the rows of held groups.

-- name: settings-version
SELECT r.settings_version FROM signalbox_platform.registry AS r

-- name: settings
-- A stream of direct jobs takes them from its first one: they are the same for all.
SELECT s.id AS stream, s.mode, s.dispatch_pool AS pool, s.delay_seconds, s.max_age_seconds, s.deleted_at IS NOT NULL AS deleted
  FROM unnest(CAST(:streams AS bigint[])) AS u (stream)
  JOIN signalbox_platform.subscriptions AS s ON s.id = u.stream
UNION ALL
SELECT u.stream, t.mode, t.dispatch_pool, 0, 0, false
  FROM unnest(CAST(:streams AS bigint[])) AS u (stream)
 CROSS JOIN LATERAL (SELECT q.job FROM signalbox_platform.queue AS q
                      WHERE u.stream < 0 AND q.stream = u.stream
                      ORDER BY q.position
                      LIMIT 1) AS q
  JOIN signalbox_platform.tasks AS t ON t.id = q.job

-- name: changed-settings
SELECT s.id AS stream, s.mode, s.dispatch_pool AS pool, s.delay_seconds, s.max_age_seconds, s.deleted_at IS NOT NULL AS deleted
  FROM signalbox_platform.subscriptions AS s
 WHERE s.changed_in > :version

-- name: defer
-- Moves rows out of the way of reads, if their group still stands. What is not returned may go.
WITH
lease AS MATERIALIZED (
    SELECT 1 FROM signalbox.nodes
    WHERE incarnation = :owner AND split_part(:owner, '@', 2) IN ('', CAST(extract(epoch FROM pg_postmaster_start_time()) AS text))
    FOR KEY SHARE
),
ours AS MATERIALIZED (
    SELECT s.shard FROM signalbox.shards AS s WHERE s.relay = :relay AND s.incarnation = :owner FOR KEY SHARE SKIP LOCKED
),
standing AS MATERIALIZED (
    SELECT q.stream, q.position, q.job,
           (SELECT min(g.given_up_at) FROM signalbox_platform.given_up AS g
             WHERE g.stream = q.stream AND g.message_group = q.message_group AND g.position < q.position) AS since
      FROM unnest(CAST(:streams AS bigint[]), CAST(:positions AS bigint[]), CAST(:jobs AS bigint[])) AS u (stream, position, job)
      JOIN signalbox_platform.queue AS q ON q.stream = u.stream AND q.position = u.position AND q.job = u.job
     WHERE EXISTS (SELECT 1 FROM lease)
       AND EXISTS (SELECT 1 FROM ours AS o WHERE o.shard IN (-1, {shard_of_row}))
       AND (EXISTS (SELECT 1 FROM signalbox_platform.given_up AS g
                     WHERE g.stream = q.stream AND g.message_group = q.message_group AND g.position < q.position)
            OR EXISTS (SELECT 1 FROM signalbox_platform.deferred AS d
                        WHERE d.stream = q.stream AND d.message_group = q.message_group AND d.position < q.position))
),
moved AS (
    DELETE FROM signalbox_platform.queue AS q
     USING standing AS s
     WHERE q.stream = s.stream AND q.position = s.position AND q.job = s.job
    RETURNING q.stream, q.position, q.job, q.event, q.accepted_at, q.due_at, q.expires_at, q.attempts, q.message_group, s.since
),
kept AS (
    INSERT INTO signalbox_platform.deferred (stream, position, job, event, accepted_at, due_at, expires_at, attempts,
                                             message_group, held_since)
    SELECT m.stream, m.position, m.job, m.event, m.accepted_at, m.due_at, m.expires_at, m.attempts, m.message_group,
           greatest(m.accepted_at, coalesce(m.since, now()))
      FROM moved AS m
)
SELECT m.stream, m.position, m.job FROM moved AS m

-- name: deferred-groups
-- Groups that have deferred rows, one page of them, without reading their rows. OFFSET 0 keeps the conditions apart.
WITH RECURSIVE hop AS (
    (SELECT d.stream, d.message_group, 1 AS n
       FROM signalbox_platform.deferred AS d
      WHERE (d.stream, d.message_group) > (CAST(:stream AS bigint), CAST(:message_group AS text))
      ORDER BY d.stream, d.message_group
      LIMIT 1)
    UNION ALL
    SELECT t.stream, t.message_group, h.n + 1
      FROM hop AS h
     CROSS JOIN LATERAL (SELECT d.stream, d.message_group
                           FROM signalbox_platform.deferred AS d
                          WHERE (d.stream, d.message_group) > (h.stream, h.message_group)
                          ORDER BY d.stream, d.message_group
                          LIMIT 1) AS t
     WHERE h.n < :most
)
SELECT h.stream, h.message_group,
       EXISTS (SELECT 1 FROM signalbox_platform.given_up AS g
                WHERE g.stream = h.stream AND g.message_group = h.message_group) AS held
  FROM hop AS h

-- name: release
-- Puts the first deferred rows of a group back to their places. Their age continues from where it stopped.
WITH
lease AS MATERIALIZED (
    SELECT 1 FROM signalbox.nodes
    WHERE incarnation = :owner AND split_part(:owner, '@', 2) IN ('', CAST(extract(epoch FROM pg_postmaster_start_time()) AS text))
    FOR KEY SHARE
),
ours AS MATERIALIZED (
    SELECT s.shard FROM signalbox.shards AS s WHERE s.relay = :relay AND s.incarnation = :owner FOR KEY SHARE SKIP LOCKED
),
first AS MATERIALIZED (
    SELECT d.stream, d.position
      FROM signalbox_platform.deferred AS d
     WHERE d.stream = :stream AND d.message_group = :message_group AND EXISTS (SELECT 1 FROM lease)
       AND EXISTS (SELECT 1 FROM ours AS o WHERE o.shard IN (-1, {shard_of_deferred}))
       AND (:holds = 0 OR NOT EXISTS (SELECT 1 FROM signalbox_platform.given_up AS g
                                       WHERE g.stream = d.stream AND g.message_group = d.message_group
                                         AND g.position < d.position))
     ORDER BY d.position
     LIMIT :most
),
freed AS (
    DELETE FROM signalbox_platform.deferred AS d
     USING first AS f
     WHERE d.stream = f.stream AND d.position = f.position
    RETURNING d.*
),
queued AS (
    INSERT INTO signalbox_platform.queue (stream, position, job, event, accepted_at, due_at, expires_at, attempts, message_group)
    SELECT f.stream, f.position, f.job, f.event, f.accepted_at + (now() - f.held_since), f.due_at,
           f.expires_at + (now() - f.held_since), f.attempts, f.message_group
      FROM freed AS f
)
SELECT count(*) AS released FROM freed
