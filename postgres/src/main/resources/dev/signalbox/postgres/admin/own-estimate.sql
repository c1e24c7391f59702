-- What the planner thinks of how much is in the table; the statement itself is not run.
EXPLAIN (FORMAT JSON) SELECT 1 FROM {table} t
