-- Statements that install and remove tables, indexes and triggers.

-- name: try-lock
-- Tries the lock without waiting: a waiting session would block the index build, which in turn blocks that session.
-- Any role can take the lock, so only a session of the own role counts.
SELECT CASE WHEN pg_try_advisory_lock(hashtextextended('signalbox schema install', 0)) THEN true
            ELSE NOT EXISTS (SELECT 1
                             FROM pg_locks l
                             JOIN pg_stat_activity a ON a.pid = l.pid
                             WHERE l.locktype = 'advisory' AND l.granted AND l.objsubid = 1 AND a.usename = current_user
                               AND l.database = (SELECT d.oid FROM pg_database d WHERE d.datname = current_database())
                               AND (CAST(l.classid AS bigint) << 32) | CAST(l.objid AS bigint)
                                   = hashtextextended('signalbox schema install', 0)) END AS locked

-- name: blockers
-- The sessions that prevent a change of the table, oldest first.
SELECT format('process %s (%s, %s, transaction open for %s)', a.pid, nullif(a.application_name, ''), a.state,
              date_trunc('second', clock_timestamp() - a.xact_start)) AS blocker
FROM pg_locks l
JOIN pg_stat_activity a ON a.pid = l.pid
WHERE l.relation = to_regclass(:table) AND l.granted AND l.pid <> pg_backend_pid()
GROUP BY a.pid, a.application_name, a.state, a.xact_start
ORDER BY a.xact_start
LIMIT 3

-- name: progress
SELECT p.phase,
       CASE WHEN p.blocks_total > 0 THEN 100 * p.blocks_done / p.blocks_total
            WHEN p.tuples_total > 0 THEN 100 * p.tuples_done / p.tuples_total END AS percent,
       nullif(p.current_locker_pid, 0) AS waits_for
FROM pg_stat_progress_create_index p
WHERE p.pid = :pid

-- name: archive-table
CREATE TABLE {archive} (LIKE {table}, PRIMARY KEY ({id}))

-- name: drop-index
DROP INDEX {concurrently} IF EXISTS {schema}.{index}

-- name: drop-trigger
DROP TRIGGER IF EXISTS {trigger} ON {table}
