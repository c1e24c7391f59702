UPDATE signalbox_claims SET ids = :ids WHERE relay = :relay AND incarnation = :incarnation AND number = :number
