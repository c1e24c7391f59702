-- Short admin statements for PostgreSQL only.

-- name: pause
-- A second pause does not replace the first.
INSERT INTO signalbox.relays AS r (relay, paused_at, paused_by, pause_reason)
VALUES (:relay, now(), :by, :reason)
ON CONFLICT (relay) DO UPDATE
SET paused_at = coalesce(r.paused_at, excluded.paused_at),
    paused_by = CASE WHEN r.paused_at IS NULL THEN excluded.paused_by ELSE r.paused_by END,
    pause_reason = CASE WHEN r.paused_at IS NULL THEN excluded.pause_reason ELSE r.pause_reason END
RETURNING paused_at, paused_by, pause_reason

-- name: allowance
-- Allows a sequential scan with a short time limit, for the rest of the transaction.
SELECT set_config('enable_seqscan', 'on', true),
       set_config('statement_timeout',
                  CASE WHEN CAST(s.setting AS bigint) BETWEEN 1 AND {limit} THEN s.setting ELSE '{limit}' END, true)
FROM pg_settings s
WHERE s.name = 'statement_timeout'

-- name: own-estimate
-- The planner's estimate of the rows in the table. The statement itself does not run.
EXPLAIN (FORMAT JSON) SELECT 1 FROM {table} t
