-- Rows of all tables in the database: the side schema is part of a relay's cost.
SELECT (SELECT xact_commit + xact_rollback FROM pg_stat_database WHERE datname = current_database()) AS transactions,
       coalesce(sum(n_tup_ins), 0) AS inserted,
       coalesce(sum(n_tup_upd), 0) AS updated,
       coalesce(sum(n_tup_hot_upd), 0) AS hot_updated,
       coalesce(sum(n_tup_del), 0) AS deleted
FROM pg_stat_user_tables
