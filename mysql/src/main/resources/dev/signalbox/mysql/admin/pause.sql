-- The first pause stays in force. Assignments run from left to right, so paused_at comes last.
INSERT INTO signalbox_relays (relay, paused_at, paused_by, pause_reason)
VALUES (:relay, UTC_TIMESTAMP(6), :by, :reason)
ON DUPLICATE KEY UPDATE
    paused_by = if(paused_at IS NULL, :by, paused_by),
    pause_reason = if(paused_at IS NULL, :reason, pause_reason),
    paused_at = coalesce(paused_at, UTC_TIMESTAMP(6))
