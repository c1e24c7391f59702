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

-- name: suspect-alone
-- A marked message that is alone in flight soon after an unclean end becomes a suspect that is alone, so that the next one counts
-- as an attempt.
UPDATE signalbox_suspects SET level = 2
WHERE relay = :relay AND id IN (:ids) AND level = 1 AND coalesce(ended_at > UTC_TIMESTAMP(6) - INTERVAL :window SECOND, true)

-- name: end-alone
-- The message gets company, so that an unclean end does not count as its attempt. It was a marked one: it has not been charged yet.
UPDATE signalbox_suspects SET level = 1 WHERE relay = :relay AND id = :id AND in_flight AND level = 2 AND crashes = 0

-- name: clear-suspects
DELETE FROM signalbox_suspects WHERE relay = :relay AND id IN (:ids)
