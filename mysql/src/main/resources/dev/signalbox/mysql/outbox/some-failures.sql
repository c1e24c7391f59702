SELECT CONVERT(g.id USING utf8mb4) AS id
FROM signalbox_failures g
WHERE g.relay = :relay AND g.id > :after
ORDER BY g.id
LIMIT 500
