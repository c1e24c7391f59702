-- A dead letter that was let go by hand begins anew.
SELECT CONVERT(g.id USING utf8mb4) AS id, if(g.parked, 0, g.attempts) AS attempts
FROM signalbox_failures g
WHERE g.relay = :relay AND g.id IN (:ids)
