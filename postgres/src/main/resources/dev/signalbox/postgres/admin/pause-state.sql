SELECT r.paused_at, r.paused_by, r.pause_reason
FROM signalbox.relays r
WHERE r.relay = :relay AND r.paused_at IS NOT NULL
