SELECT CONVERT(p.event_id USING utf8mb4) AS id, CONVERT(p.status USING utf8mb4) AS status
FROM {notes} p
WHERE p.event_id IN (:ids)
