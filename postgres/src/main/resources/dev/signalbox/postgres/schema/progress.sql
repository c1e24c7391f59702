SELECT p.phase,
       CASE WHEN p.blocks_total > 0 THEN 100 * p.blocks_done / p.blocks_total
            WHEN p.tuples_total > 0 THEN 100 * p.tuples_done / p.tuples_total END AS percent,
       nullif(p.current_locker_pid, 0) AS waits_for
FROM pg_stat_progress_create_index p
WHERE p.pid = :pid
