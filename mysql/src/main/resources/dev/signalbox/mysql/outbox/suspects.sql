SELECT CONVERT(s.id USING utf8mb4) AS id, s.level, s.crashes, s.in_flight FROM signalbox_suspects s WHERE s.relay = :relay AND s.id IN (:ids)
