UPDATE signalbox.relays SET paused_at = NULL, paused_by = NULL, pause_reason = NULL
WHERE relay = :relay AND paused_at IS NOT NULL
