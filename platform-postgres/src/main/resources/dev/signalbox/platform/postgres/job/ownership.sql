-- name: has-leases
SELECT to_regclass('signalbox.shards') IS NOT NULL AND to_regclass('signalbox.claims') IS NOT NULL AS found

-- name: add-relay
INSERT INTO signalbox.relays (relay) VALUES (:relay) ON CONFLICT DO NOTHING

-- name: lock-relay
-- No node takes a shard of the relay over until the transaction ends.
SELECT 1 FROM signalbox.relays AS r WHERE r.relay = :relay FOR UPDATE

-- name: fence-expired
-- An owner whose lease has expired could renew it, and send what it has in memory.
DELETE FROM signalbox.nodes AS n
 WHERE n.expires_at <= clock_timestamp()
   AND n.incarnation IN (SELECT s.incarnation FROM signalbox.shards AS s WHERE s.relay = :relay AND s.shard IN (:shard, -1))

-- name: owned
SELECT EXISTS (SELECT 1 FROM signalbox.shards AS s
                 JOIN signalbox.nodes AS n ON n.incarnation = s.incarnation
                WHERE s.relay = :relay AND s.shard IN (:shard, -1) AND n.expires_at > clock_timestamp()) AS found

-- name: owner
SELECT n.node FROM signalbox.shards AS s
  JOIN signalbox.nodes AS n ON n.incarnation = s.incarnation
 WHERE s.relay = :relay AND s.shard IN (:shard, -1) AND n.expires_at > clock_timestamp()
 LIMIT 1

-- name: ask-owner
-- A later time shows the owner that it was asked again.
INSERT INTO signalbox_platform.job_requests AS r (job, kind, stream, reason) VALUES (:id, 1, :stream, :reason)
    ON CONFLICT (job, kind) DO UPDATE
   SET requested_at = greatest(clock_timestamp(), r.requested_at + interval '1 microsecond')

-- name: remove-waiting
WITH queued AS (
    DELETE FROM signalbox_platform.queue AS q WHERE q.stream = :stream AND q.position = :position AND q.job = :id
)
DELETE FROM signalbox_platform.deferred AS d WHERE d.stream = :stream AND d.position = :position AND d.job = :id

-- name: status
SELECT j.status, j.status = 4 AND j.next_attempt_at IS NULL AS given_up,
       EXISTS (SELECT 1 FROM signalbox_platform.job_requests AS r WHERE r.job = j.id AND r.kind = 1) AS requested
  FROM signalbox_platform.jobs AS j
 WHERE j.id = :id

-- name: stream
SELECT j.stream FROM signalbox_platform.jobs AS j WHERE j.id = :id

-- name: claimed
-- Whether a node has claimed it. A claim is recorded until all of its jobs are settled, so one that waits for its next attempt is not.
SELECT EXISTS (SELECT 1
                 FROM signalbox_platform.jobs AS j
                 JOIN signalbox.claims AS c ON c.relay = :relay
                  AND (j.stream || ':' || j.position || ':' || j.id) = ANY (c.ids)
                 JOIN signalbox.nodes AS n ON n.incarnation = c.incarnation
                WHERE j.id = :id AND (j.status = 1 OR (j.status = 4 AND j.next_attempt_at <= now()))) AS found

-- name: placement
-- Looks for the job before it among so many rows.
SELECT j.stream, p.message_group, p.waits, p.deferred,
       CASE WHEN p.due_at > now() THEN p.due_at
            WHEN p.due_at IS NULL AND p.accepted_at + s.delay_seconds * interval '1 second' > now()
            THEN p.accepted_at + s.delay_seconds * interval '1 second' END AS not_before,
       CASE WHEN p.waits AND p.mode <> 'IMMEDIATE'
            THEN (SELECT b.job
                    FROM (SELECT q.job, q.position, q.message_group
                            FROM signalbox_platform.queue AS q
                           WHERE q.stream = j.stream AND q.position < j.position
                           ORDER BY q.position DESC
                           LIMIT :most) AS b
                   WHERE b.message_group = p.message_group
                   ORDER BY b.position DESC
                   LIMIT 1) END AS behind,
       CASE WHEN p.mode = 'BLOCK_ON_ERROR'
            THEN (SELECT g.job
                    FROM signalbox_platform.given_up AS g
                   WHERE g.stream = j.stream AND g.message_group = p.message_group AND g.position < j.position
                   ORDER BY g.position
                   LIMIT 1) END AS held_by,
       least(p.expires_at, p.accepted_at + s.max_age_seconds * interval '1 second') AS expires_at
  FROM signalbox_platform.jobs AS j
  LEFT JOIN signalbox_platform.subscriptions AS s ON s.id = j.stream
  LEFT JOIN LATERAL (
       SELECT true AS waits, false AS deferred, q.due_at, q.accepted_at, q.expires_at, q.message_group,
              coalesce(s.mode, (SELECT t.mode FROM signalbox_platform.tasks AS t WHERE t.id = q.job)) AS mode
         FROM signalbox_platform.queue AS q
        WHERE q.stream = j.stream AND q.position = j.position AND q.job = j.id
       UNION ALL
       SELECT true, true, d.due_at, d.accepted_at + (now() - d.held_since), d.expires_at + (now() - d.held_since), d.message_group,
              'BLOCK_ON_ERROR'
         FROM signalbox_platform.deferred AS d
        WHERE d.stream = j.stream AND d.position = j.position AND d.job = j.id
       UNION ALL
       SELECT false, false, w.due_at, NULL, w.expires_at, w.message_group, 'IMMEDIATE'
         FROM signalbox_platform.tasks AS t
         JOIN signalbox_platform.scheduled AS w ON w.due_at = t.scheduled_for AND w.job = t.id
        WHERE j.position = 0 AND t.id = j.id
       ) AS p ON true
 WHERE j.id = :id
