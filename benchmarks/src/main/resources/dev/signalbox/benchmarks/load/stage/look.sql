SELECT (SELECT count(*) FROM outbox_events WHERE sent_at IS NULL) AS waiting,
       (SELECT n_dead_tup FROM pg_stat_user_tables WHERE relname = 'outbox_events') AS dead_rows,
       pg_total_relation_size('outbox_events') AS bytes,
       (SELECT count(*) FROM pg_stat_activity
        WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()) AS connections
