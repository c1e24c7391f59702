SELECT TIMESTAMPDIFF(MICROSECOND, '1970-01-01', r.paused_at) AS paused_at, r.paused_by, r.pause_reason
FROM signalbox_relays r
WHERE r.relay = :relay AND r.paused_at IS NOT NULL
