-- The records of suspects.

-- name: suspects
SELECT CONVERT(s.id USING utf8mb4) AS id, s.level, s.crashes, s.in_flight,
       coalesce(s.ended_at > UTC_TIMESTAMP(6) - INTERVAL :window SECOND, true) AS recent
FROM signalbox_suspects s
WHERE s.relay = :relay AND s.id IN (:ids)

-- name: all-suspects
SELECT CONVERT(s.id USING utf8mb4) AS id FROM signalbox_suspects s WHERE s.relay = :relay

-- name: put-suspect
INSERT INTO signalbox_suspects (relay, id, level, crashes, ended_at) VALUES (:relay, :id, :level, :crashes, UTC_TIMESTAMP(6))
ON DUPLICATE KEY UPDATE level = :level, crashes = :crashes, in_flight = false, ended_at = UTC_TIMESTAMP(6)

-- name: flag-suspects
UPDATE signalbox_suspects SET in_flight = :in_flight WHERE relay = :relay AND id IN (:ids)

-- name: clear-suspects
DELETE FROM signalbox_suspects WHERE relay = :relay AND id IN (:ids)
