SELECT s.id, s.level, s.crashes FROM signalbox.suspects s WHERE s.relay = :relay
