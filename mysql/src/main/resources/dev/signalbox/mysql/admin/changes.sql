-- What an operator does with failed and delivered messages.

-- name: lock-failed
-- Failed messages that are not locked. The index finds them by the column's own rules; then their bytes must be the same.
SELECT CONVERT(t.{id} USING utf8mb4) AS id
FROM {table} t {by_id_index}
WHERE t.{id} IN (:ids) AND {t_dead} AND {exact_id} IN (:ids)
FOR UPDATE SKIP LOCKED

-- name: lock-delivered
-- Delivered messages that are not locked. The index finds them by the column's own rules; then their bytes must be the same.
SELECT CONVERT(t.{id} USING utf8mb4) AS id
FROM {table} t {by_id_index}
WHERE t.{id} IN (:ids) AND {t_done} AND {exact_id} IN (:ids)
FOR UPDATE SKIP LOCKED

-- name: retry
-- Failed messages wait again, with all their attempts.
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
-- Delivered messages wait again, with all their attempts.
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
-- Failed messages are deleted.
DELETE t FROM {table} t WHERE t.{id} IN (:ids) AND {t_dead}

-- name: forget
-- What is recorded of failed messages beside their table; nothing where they have it in their rows.
--[records]
DELETE FROM signalbox_failures WHERE relay = :relay AND id IN (:ids)
--[/]

-- name: unnote
-- What is noted of messages that are to be published anew, or never; nothing where there are no notes.
--[noted]
DELETE FROM {notes} WHERE event_id IN (:ids)
--[/]
