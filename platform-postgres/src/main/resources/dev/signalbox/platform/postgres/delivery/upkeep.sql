-- What the owner of streams does besides delivering.

-- name: look
-- Whether there is anything to do: one statement a round while nothing happens. shards: which streams this node still owns.
SELECT r.settings_version,
       (SELECT coalesce(bit_or(CASE WHEN s.shard < 0 THEN CAST(-1 AS bigint) ELSE CAST(1 AS bigint) << s.shard END), 0)
          FROM signalbox.shards AS s
         WHERE s.relay = :relay AND s.incarnation = :owner) AS shards,
       EXISTS (SELECT 1 FROM signalbox_platform.scheduled) AS scheduled,
       EXISTS (SELECT 1 FROM signalbox_platform.scheduled AS w WHERE w.due_at <= now()) AS due,
       EXISTS (SELECT 1 FROM signalbox_platform.scheduled AS w WHERE w.expires_at <= now()) AS scheduled_expired,
       EXISTS (SELECT 1 FROM signalbox_platform.queue AS q WHERE q.expires_at <= now()) AS expired,
       EXISTS (SELECT 1 FROM signalbox_platform.job_requests) AS requested,
       CAST(extract(epoch FROM pg_postmaster_start_time()) AS text) AS server,
       CAST(current_setting('transaction_read_only') AS boolean) AS read_only
  FROM signalbox_platform.registry AS r

-- name: cancellations
-- Jobs that are to end, without those whose attempt is under way and will decide.
SELECT r.job, r.stream, coalesce(j.position, 0) AS position, r.reason, CAST(r.requested_at AS text) AS requested_at,
       j.id IS NULL OR j.status IN (3, 5) OR (j.status = 4 AND j.next_attempt_at IS NULL) AS ended
  FROM signalbox_platform.job_requests AS r
  LEFT JOIN signalbox_platform.jobs AS j ON j.id = r.job
 WHERE r.kind = 1 AND NOT r.job = ANY (CAST(:undecided AS bigint[])) AND {of_ours}
 ORDER BY r.requested_at, r.job
 LIMIT :most

-- name: releases
-- Groups that are to go on, those after a request first.
SELECT r.job, r.stream, r.message_group, CAST(r.requested_at AS text) AS requested_at
  FROM signalbox_platform.job_requests AS r
 WHERE r.kind = 2 AND {of_ours}
 ORDER BY (r.requested_at, r.job) <= (CAST(:after AS timestamptz), :after_job), r.requested_at, r.job
 LIMIT :most

-- name: answered
-- Not what was asked again since it was read. A node that has just given the shard back leaves it to the next owner.
WITH
ours AS MATERIALIZED (
    SELECT s.shard FROM signalbox.shards AS s WHERE s.relay = :relay AND s.incarnation = :owner FOR KEY SHARE SKIP LOCKED
)
DELETE FROM signalbox_platform.job_requests AS r
 USING unnest(CAST(:jobs AS bigint[]), CAST(:times AS text[])) AS a (job, requested_at)
 WHERE r.kind = :kind AND r.job = a.job AND r.requested_at = CAST(a.requested_at AS timestamptz)
   AND EXISTS (SELECT 1 FROM signalbox.nodes WHERE incarnation = :owner)
   AND EXISTS (SELECT 1 FROM ours AS o WHERE o.shard IN (-1, {shard_of_request}))

-- name: expired
-- Behind a job that was given up, age stands still: such rows leave the queue. An attempt that is under way decides.
SELECT q.stream, q.position, q.job, q.attempts,
       q.message_group IS NOT NULL
           AND EXISTS (SELECT 1 FROM signalbox_platform.given_up AS g
                        WHERE g.stream = q.stream AND g.message_group = q.message_group AND g.position < q.position) AS held,
       true AS over, CAST(0 AS bigint) AS accepted_at
  FROM signalbox_platform.queue AS q
 WHERE q.expires_at <= now() AND NOT q.job = ANY (CAST(:undecided AS bigint[])) AND {queue_of_ours}
 ORDER BY q.expires_at
 LIMIT :most

-- name: aged
-- The first rows of streams, and which of them are older than their subscription allows.
SELECT q.stream, q.position, q.job, q.attempts,
       q.message_group IS NOT NULL
           AND EXISTS (SELECT 1 FROM signalbox_platform.given_up AS g
                        WHERE g.stream = q.stream AND g.message_group = q.message_group AND g.position < q.position) AS held,
       q.accepted_at + u.age * interval '1 second' <= now() AS over,
       CAST(floor(extract(epoch FROM q.accepted_at) * 1000) AS bigint) AS accepted_at
  FROM unnest(CAST(:streams AS bigint[]), CAST(:ages AS integer[])) AS u (stream, age)
 CROSS JOIN LATERAL (SELECT r.stream, r.position, r.job, r.attempts, r.message_group, r.accepted_at
                       FROM signalbox_platform.queue AS r
                      WHERE r.stream = u.stream
                      ORDER BY r.position
                      LIMIT :most) AS q

-- name: left-of
-- Rows of streams whose subscription is gone, so many of each.
SELECT l.stream, l.position, l.job
  FROM unnest(CAST(:streams AS bigint[])) AS u (stream)
 CROSS JOIN LATERAL ((SELECT q.stream, q.position, q.job
                        FROM signalbox_platform.queue AS q
                       WHERE q.stream = u.stream
                       ORDER BY q.position
                       LIMIT :most)
                     UNION ALL
                     (SELECT d.stream, d.position, d.job
                        FROM signalbox_platform.deferred AS d
                       WHERE d.stream = u.stream
                       ORDER BY d.position
                       LIMIT :most)) AS l

-- name: forget-given-up
-- From stream to stream, without reading the jobs of those that block.
WITH RECURSIVE
lease AS MATERIALIZED (
    SELECT 1 FROM signalbox.nodes
    WHERE incarnation = :owner AND split_part(:owner, '@', 2) IN ('', CAST(extract(epoch FROM pg_postmaster_start_time()) AS text))
    FOR KEY SHARE
),
ours AS MATERIALIZED (
    SELECT s.shard FROM signalbox.shards AS s WHERE s.relay = :relay AND s.incarnation = :owner FOR KEY SHARE SKIP LOCKED
),
streams AS (
    (SELECT g.stream FROM signalbox_platform.given_up AS g WHERE g.stream > 0 ORDER BY g.stream LIMIT 1)
    UNION ALL
    SELECT n.stream
      FROM streams AS s
     CROSS JOIN LATERAL (SELECT g.stream FROM signalbox_platform.given_up AS g
                          WHERE g.stream > s.stream
                          ORDER BY g.stream
                          LIMIT 1) AS n
),
unneeded AS MATERIALIZED (
    SELECT g.stream, g.position
      FROM streams AS s
     CROSS JOIN LATERAL (SELECT w.stream, w.position FROM signalbox_platform.given_up AS w
                          WHERE w.stream = s.stream
                          ORDER BY w.position
                          LIMIT :most) AS g
     WHERE {held_of_ours} AND EXISTS (SELECT 1 FROM lease)
       AND EXISTS (SELECT 1 FROM ours AS o WHERE o.shard IN (-1, {shard_of_group}))
       AND NOT EXISTS (SELECT 1 FROM signalbox_platform.subscriptions AS u
                        WHERE u.id = s.stream AND u.deleted_at IS NULL AND u.mode = 'BLOCK_ON_ERROR')
     LIMIT :most
),
forgotten AS (
    DELETE FROM signalbox_platform.given_up AS g
     USING unneeded AS n
     WHERE g.stream = n.stream AND g.position = n.position
    RETURNING 1
)
SELECT count(*) AS forgotten FROM forgotten

-- name: end-scheduled
-- A job that is not in its stream yet is in no node's memory.
WITH
lease AS MATERIALIZED (
    SELECT 1 FROM signalbox.nodes
    WHERE incarnation = :owner AND split_part(:owner, '@', 2) IN ('', CAST(extract(epoch FROM pg_postmaster_start_time()) AS text))
    FOR KEY SHARE
),
over AS MATERIALIZED (
    SELECT w.due_at, w.job FROM signalbox_platform.scheduled AS w
     WHERE w.expires_at <= now() AND EXISTS (SELECT 1 FROM lease) AND {scheduled_of_ours}
     ORDER BY w.expires_at
     LIMIT :most
),
gone AS (
    DELETE FROM signalbox_platform.scheduled AS w
     USING over AS o
     WHERE w.due_at = o.due_at AND w.job = o.job
    RETURNING w.job
),
changed AS (
    UPDATE signalbox_platform.jobs AS j
       SET status = 5, next_attempt_at = NULL, ended_at = now()
      FROM gone AS g
     WHERE j.id = g.job
    RETURNING j.id, j.client
),
listed AS (
    INSERT INTO signalbox_platform.ended AS e (client, status, job, reason)
    SELECT c.client, 5, c.id, :reason FROM changed AS c
        ON CONFLICT (client, status, job) DO UPDATE SET reason = excluded.reason
)
SELECT count(*) AS ended FROM changed

-- name: adopt
-- Rows with a transaction id in the future come from a dump of another server. Their transactions ended long ago. The id 3
-- is lower than that of any transaction.
WITH
lease AS MATERIALIZED (
    SELECT 1 FROM signalbox.nodes
    WHERE incarnation = :owner AND split_part(:owner, '@', 2) IN ('', CAST(extract(epoch FROM pg_postmaster_start_time()) AS text))
    FOR KEY SHARE
),
foreign_rows AS MATERIALIZED (
    SELECT q.stream, q.position
      FROM signalbox_platform.queue AS q
     WHERE q.xid >= pg_snapshot_xmax(pg_current_snapshot()) AND EXISTS (SELECT 1 FROM lease)
     ORDER BY q.xid
     LIMIT :most
),
adopted AS (
    UPDATE signalbox_platform.queue AS q
       SET xid = '3'
      FROM foreign_rows AS f
     WHERE q.stream = f.stream AND q.position = f.position
    RETURNING 1
)
SELECT count(*) AS adopted FROM adopted
