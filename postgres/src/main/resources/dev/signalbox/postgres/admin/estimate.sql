-- What the planner thinks of how much waits; the statement itself is not run.
EXPLAIN (FORMAT JSON) SELECT 1 FROM {table} t WHERE {t_wanted}
