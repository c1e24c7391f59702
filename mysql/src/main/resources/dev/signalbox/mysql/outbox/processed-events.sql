-- The application's table of processed events.

-- name: find
SELECT CONVERT(p.event_id USING utf8mb4) AS id, CONVERT(p.status USING utf8mb4) AS status
FROM {processed_events} p
WHERE p.event_id IN (:ids)

-- name: add
-- Adds events that must not be in the table yet.
INSERT INTO {processed_events} (event_id, status, created_at, updated_at)
SELECT v.id, :status, {event_created}, {event_updated}
FROM JSON_TABLE(:ids, '$[*]' COLUMNS (
    id varchar({event_id_length}) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin PATH '$')) v

-- name: set
-- Adds events, or changes the status of those that are in the table.
INSERT INTO {processed_events} (event_id, status, created_at, updated_at)
SELECT v.id, :status, {event_created}, {event_updated}
FROM JSON_TABLE(:ids, '$[*]' COLUMNS (
    id varchar({event_id_length}) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin PATH '$')) v
ON DUPLICATE KEY UPDATE {keep_event_created}status = :status, updated_at = {event_updated}

-- name: remove
DELETE FROM {processed_events} WHERE event_id IN (:ids)
