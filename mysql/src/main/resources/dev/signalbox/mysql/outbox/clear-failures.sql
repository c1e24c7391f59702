DELETE FROM signalbox_failures WHERE relay = :relay AND id IN (:ids)
