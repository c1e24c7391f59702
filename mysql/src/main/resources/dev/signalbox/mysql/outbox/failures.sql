-- Failures that are recorded beside the table.

-- name: failures
-- A dead letter that is retried by hand starts at zero attempts.
SELECT CONVERT(g.id USING utf8mb4) AS id, if(g.parked, 0, g.attempts) AS attempts
FROM signalbox_failures g
WHERE g.relay = :relay AND g.id IN (:ids)

-- name: some-failures
SELECT CONVERT(g.id USING utf8mb4) AS id
FROM signalbox_failures g
WHERE g.relay = :relay AND g.id > :after
ORDER BY g.id
LIMIT 500

-- name: add-failure
-- Assignments run from left to right, and each sees the results of those before it.
INSERT INTO signalbox_failures (relay, id, attempts, error, parked, changed_at)
VALUES (:relay, :id, :attempts, :reason, :parked, :moment)
ON DUPLICATE KEY UPDATE
    attempts = if(parked, 0, attempts) + :attempts,
    error = coalesce(:reason, error),
    parked = :parked,
    changed_at = :moment

-- name: clear-failures
DELETE FROM signalbox_failures WHERE relay = :relay AND id IN (:ids)
