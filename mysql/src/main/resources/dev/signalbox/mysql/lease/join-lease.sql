INSERT INTO signalbox_leases (incarnation, expires_at)
VALUES (:incarnation, UTC_TIMESTAMP(6) + INTERVAL :micros MICROSECOND)
ON DUPLICATE KEY UPDATE expires_at = UTC_TIMESTAMP(6) + INTERVAL :micros MICROSECOND
