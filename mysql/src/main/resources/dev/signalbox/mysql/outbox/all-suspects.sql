SELECT CONVERT(s.id USING utf8mb4) AS id FROM signalbox_suspects s WHERE s.relay = :relay
