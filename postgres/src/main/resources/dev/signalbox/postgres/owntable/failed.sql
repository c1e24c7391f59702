-- What an operator does with failed messages.

-- name: retry-failed
-- Moves failed messages back to their old place. The new transaction makes them late rows, so they are found there.
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
-- Deletes failed messages for good.
WITH
discarded AS (
    DELETE FROM {failed} f WHERE f.id = ANY (CAST(:ids AS text[])) RETURNING f.id
)
SELECT DISTINCT d.id FROM discarded d
