DELETE FROM signalbox_claims WHERE relay = :relay AND incarnation = :incarnation AND number = :number
