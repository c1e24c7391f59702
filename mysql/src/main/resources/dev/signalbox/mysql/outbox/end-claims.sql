DELETE FROM signalbox_claims WHERE relay = :relay AND incarnation = :owner AND number IN (:numbers)
