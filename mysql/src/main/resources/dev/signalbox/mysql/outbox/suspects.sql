-- The records of suspects.

-- name: suspects
SELECT CONVERT(s.id USING utf8mb4) AS id, s.level, s.crashes, s.in_flight FROM signalbox_suspects s WHERE s.relay = :relay AND s.id IN (:ids)

-- name: all-suspects
SELECT CONVERT(s.id USING utf8mb4) AS id FROM signalbox_suspects s WHERE s.relay = :relay

-- name: add-suspect
-- Assignments run from left to right, and each sees the results of those before it.
INSERT INTO signalbox_suspects (relay, id, level) VALUES (:relay, :id, 1)
ON DUPLICATE KEY UPDATE
    crashes = crashes + (in_flight AND level = 2),
    level = if(in_flight, 2, level),
    in_flight = false

-- name: flag-suspects
UPDATE signalbox_suspects SET in_flight = :in_flight WHERE relay = :relay AND id IN (:ids)

-- name: clear-suspects
DELETE FROM signalbox_suspects WHERE relay = :relay AND id IN (:ids)
