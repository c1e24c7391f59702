-- The first pause stays in force.
INSERT INTO signalbox.relays AS r (relay, paused_at, paused_by, pause_reason)
VALUES (:relay, now(), :by, :reason)
ON CONFLICT (relay) DO UPDATE
SET paused_at = coalesce(r.paused_at, excluded.paused_at),
    paused_by = CASE WHEN r.paused_at IS NULL THEN excluded.paused_by ELSE r.paused_by END,
    pause_reason = CASE WHEN r.paused_at IS NULL THEN excluded.pause_reason ELSE r.pause_reason END
RETURNING paused_at, paused_by, pause_reason
