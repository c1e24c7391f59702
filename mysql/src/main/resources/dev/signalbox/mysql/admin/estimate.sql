-- What the planner thinks of how much waits; the statement itself is not run.
EXPLAIN FORMAT = TRADITIONAL SELECT 1 FROM {table} t {by_claim_index} WHERE {t_wanted}
