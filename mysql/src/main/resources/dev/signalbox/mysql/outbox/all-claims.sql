SELECT c.ids FROM signalbox_claims c WHERE c.relay = :relay
