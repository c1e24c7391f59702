-- Rows of the outbox table.

-- name: moment
SELECT CAST(UTC_TIMESTAMP(6) AS char) AS moment, 0 AS suspects, 0 AS failures

-- name: mark
UPDATE {table} t {by_id_index}
--[moments]
SET {keep_created}t.{held_until} = :moment
--[else]
SET {keep_created}t.{processed_at} = :moment, t.{status} = {PROCESSING}
--[/]
WHERE t.{id} IN (:ids)

-- name: date
-- A row that was claimed at an unknown time gets the whole time-out from now on.
UPDATE {table} t {by_id_index}
SET {keep_created}t.{mark_column} = :moment
WHERE t.{id} IN (:ids)

-- name: expired
-- Rows whose claim exceeds the time-out, or began at an unknown time.
SELECT t.{id} AS id
FROM {table} t {by_claim_index}
WHERE {t_held}
--[moments]
  AND t.{held_until} < UTC_TIMESTAMP(6)
--[else]
  AND (t.{processed_at} IS NULL OR t.{processed_at} < UTC_TIMESTAMP(6) - INTERVAL :micros MICROSECOND)
--[/]
LIMIT :most

-- name: lock-expired
SELECT t.{id} AS id, t.{mark_column} IS NULL AS undated
FROM {table} t {by_id_index}
WHERE t.{id} IN (:ids) AND {t_held}
--[moments]
  AND t.{held_until} < UTC_TIMESTAMP(6)
--[else]
  AND (t.{processed_at} IS NULL OR t.{processed_at} < UTC_TIMESTAMP(6) - INTERVAL :micros MICROSECOND)
--[/]
FOR UPDATE SKIP LOCKED

-- name: lock-completed
SELECT t.{id} AS id
FROM {table} t {by_id_index}
WHERE t.{id} IN (:ids) AND {t_done}
FOR UPDATE SKIP LOCKED

-- name: archive
-- Copies locked rows before they are deleted in the same transaction.
INSERT INTO {archive} ({archived}) SELECT {archived_of_t} FROM {table} t {by_id_index} WHERE t.{id} IN (:ids)

-- name: delete
DELETE FROM {table} WHERE {id} IN (:ids)

-- name: undone
SELECT t.{id} AS id FROM {table} t {by_id_index} WHERE t.{id} IN (:ids) AND NOT ({t_done})

-- name: unfinished
SELECT t.{id} AS id FROM {table} t {by_id_index} WHERE t.{id} IN (:ids) AND ({t_unfinished})
