-- name: losers
-- The jobs that hold these keys.
SELECT CAST(k.key AS text) AS key, k.id
  FROM signalbox_platform.deduplication_keys AS k
 WHERE k.key = ANY (CAST(:keys AS uuid[]))

-- name: attempts
SELECT a.number, a.attempted_at, a.duration_millis, a.success, a.response_code, a.response_body, a.error_message, a.counted
  FROM signalbox_platform.attempts AS a
 WHERE a.job = :id
 ORDER BY a.number

-- name: lock
-- The job, with what is needed to put it back to its place. Nothing else changes it until the transaction ends.
SELECT j.status, j.stream, j.position, j.client, j.next_attempt_at IS NOT NULL AS planned
  FROM signalbox_platform.jobs AS j
 WHERE j.id = :id
   FOR UPDATE

-- name: unlist
DELETE FROM signalbox_platform.ended WHERE client = :client AND status = :status AND job = :id

-- name: list
INSERT INTO signalbox_platform.ended (client, status, job, reason) VALUES (:client, :status, :id, :reason)

-- name: release
-- The owner lets the rest of the group go on. A later time shows the owner that it was asked again.
WITH gone AS (
    DELETE FROM signalbox_platform.given_up AS g
     WHERE g.stream = :stream AND g.position = :position
    RETURNING g.job, g.stream, g.message_group
)
INSERT INTO signalbox_platform.job_requests AS r (job, kind, stream, message_group)
SELECT g.job, 2, g.stream, g.message_group FROM gone AS g WHERE g.message_group IS NOT NULL
    ON CONFLICT (job, kind) DO UPDATE
   SET requested_at = greatest(clock_timestamp(), r.requested_at + interval '1 microsecond')

-- name: unschedule
-- Waits for a node that gives the job its place at this moment, and finds nothing then. Before the job is locked, because
-- that node takes the same locks in this order.
DELETE FROM signalbox_platform.scheduled AS w
 USING signalbox_platform.tasks AS t
 WHERE t.id = :id AND w.due_at = t.scheduled_for AND w.job = t.id

-- name: end-job
UPDATE signalbox_platform.jobs SET status = :status, next_attempt_at = NULL, ended_at = now() WHERE id = :id

-- name: requeue
-- Back to its old place, or to the end of its stream if it had none. Its age begins anew, and no delay is waited for.
WITH again AS MATERIALIZED (
    SELECT j.id, j.stream, j.event, CASE WHEN t.id IS NULL THEN e.message_group ELSE t.message_group END AS message_group,
           CASE WHEN j.position = 0 THEN nextval('signalbox_platform.queue_position') ELSE j.position END AS position,
           now() + (t.expires_at - to_timestamp((j.id >> 22) / 1000.0 + 1577836800)) AS expires_at
      FROM signalbox_platform.jobs AS j
      LEFT JOIN signalbox_platform.tasks AS t ON t.id = j.id
      LEFT JOIN signalbox_platform.events AS e ON e.id = j.event
     WHERE j.id = :id
),
queued AS (
    INSERT INTO signalbox_platform.queue (stream, position, job, event, message_group, due_at, expires_at)
    SELECT a.stream, a.position, a.id, a.event, a.message_group, now(), a.expires_at FROM again AS a
)
UPDATE signalbox_platform.jobs AS j
   SET status = 1, attempts = 0, next_attempt_at = NULL, ended_at = NULL, position = a.position
  FROM again AS a
 WHERE j.id = a.id

-- name: queue-due
-- The rows are locked in order, so that two nodes don't give a later job an earlier place.
WITH due AS (
    DELETE FROM signalbox_platform.scheduled AS w
     WHERE (w.due_at, w.job) IN (SELECT d.due_at, d.job FROM signalbox_platform.scheduled AS d
                                  WHERE d.due_at <= now()
                                  ORDER BY d.due_at, d.job
                                  LIMIT :most
                                    FOR UPDATE)
    RETURNING w.due_at, w.job, w.stream, w.message_group, w.expires_at
),
placed AS MATERIALIZED (
    SELECT d.job, d.stream, d.message_group, d.expires_at, nextval('signalbox_platform.queue_position') AS position
      FROM (SELECT * FROM due ORDER BY due_at, job) AS d
),
queued AS (
    INSERT INTO signalbox_platform.queue (stream, position, job, message_group, expires_at)
    SELECT p.stream, p.position, p.job, p.message_group, p.expires_at FROM placed AS p
),
changed AS (
    UPDATE signalbox_platform.jobs AS j SET position = p.position, next_attempt_at = NULL FROM placed AS p WHERE j.id = p.job
)
SELECT count(*) AS placed FROM placed
