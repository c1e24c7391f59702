-- The next groups with completed rows, and the creation time of the oldest of them.
SELECT t.{group} AS grp, MIN(t.{created_at}) < UTC_TIMESTAMP(6) - INTERVAL :micros MICROSECOND AS old_enough
FROM {table} t {by_claim_index}
WHERE {t_done_each}{group_fits}
--[resume]
  AND t.{group} > :resume
--[else]
  AND t.{group} IS NOT NULL
--[/]
GROUP BY {state_columns}, t.{group}
ORDER BY {state_columns}, t.{group}
LIMIT {groups}
