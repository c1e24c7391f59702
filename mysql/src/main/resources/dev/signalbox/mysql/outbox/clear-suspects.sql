DELETE FROM signalbox_suspects WHERE relay = :relay AND id IN (:ids)
