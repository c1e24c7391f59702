-- Assignments are made from left to right, each with what those before it have left.
INSERT INTO signalbox_failures (relay, id, attempts, error, parked, changed_at)
VALUES (:relay, :id, :attempts, :reason, :parked, :moment)
ON DUPLICATE KEY UPDATE
    attempts = if(parked, 0, attempts) + :attempts,
    error = coalesce(:reason, error),
    parked = :parked,
    changed_at = :moment
