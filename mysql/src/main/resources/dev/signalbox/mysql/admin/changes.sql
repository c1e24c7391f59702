-- Changes failed and delivered messages for an operator.

-- name: lock-failed
-- Failed messages that are not locked. The index matches by the column's collation, then the bytes must be equal.
SELECT CONVERT(t.{id} USING utf8mb4) AS id
FROM {table} t {by_id_index}
WHERE t.{id} IN (:ids) AND {t_dead} AND {exact_id} IN (:ids)
FOR UPDATE SKIP LOCKED

-- name: lock-delivered
-- Delivered messages that are not locked. The index matches by the column's collation, then the bytes must be equal.
SELECT CONVERT(t.{id} USING utf8mb4) AS id
FROM {table} t {by_id_index}
WHERE t.{id} IN (:ids) AND {t_done} AND {exact_id} IN (:ids)
FOR UPDATE SKIP LOCKED

-- name: retry
-- Makes failed messages wait again, with all their attempts.
UPDATE {table} t {by_id_index}
SET {keep_created}
--[!aside]
    t.{retry_count} = 0, t.{error_message} = NULL,
--[/]
--[sent_only]
    {set_unsent}
--[else]
--[moments]
    t.{held_until} = NULL
--[else]
    t.{processed_at} = NULL, t.{status} = {PENDING}
--[/]
--[/]
WHERE t.{id} IN (:ids) AND {t_dead}

-- name: replay
-- Makes delivered messages wait again, with all their attempts.
UPDATE {table} t {by_id_index}
SET {keep_created}
--[!aside]
    t.{retry_count} = 0, t.{error_message} = NULL,
--[/]
--[sent_only]
    {set_unsent}
--[else]
--[moments]
    t.{processed_at} = NULL, t.{held_until} = NULL
--[else]
    t.{processed_at} = NULL, t.{status} = {PENDING}
--[/]
--[/]
WHERE t.{id} IN (:ids) AND {t_done}

-- name: discard
-- Deletes failed messages.
DELETE t FROM {table} t WHERE t.{id} IN (:ids) AND {t_dead}

-- name: forget-failures
-- Deletes the failure records beside the table. Empty if the rows themselves hold the failures.
--[records]
DELETE FROM signalbox_failures WHERE relay = :relay AND id IN (:ids)
--[/]

-- name: forget-processed
-- Deletes processed events that are to be published again, or never. Empty if there is no such table.
--[processed_events]
DELETE FROM {processed_events} WHERE event_id IN (:ids)
--[/]
