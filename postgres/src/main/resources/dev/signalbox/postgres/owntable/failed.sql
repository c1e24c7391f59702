-- What an operator does with failed messages.

-- name: retry-failed
-- Moves failed messages back to their old position. The new transaction id makes them late rows, so that the owner finds them.
WITH
moved AS (
    DELETE FROM {failed} f WHERE f.id = ANY (CAST(:ids AS text[])) RETURNING f.*
),
back AS (
    INSERT INTO {table} (position, id, message_group, type, payload, headers, last_error, created_at)
    SELECT m.position, m.id, m.message_group, m.type, m.payload, m.headers, m.reason, m.created_at FROM moved m
    RETURNING id
)
SELECT DISTINCT b.id FROM back b

-- name: discard-failed
-- Deletes failed messages permanently.
WITH
discarded AS (
    DELETE FROM {failed} f WHERE f.id = ANY (CAST(:ids AS text[])) RETURNING f.id
)
SELECT DISTINCT d.id FROM discarded d
