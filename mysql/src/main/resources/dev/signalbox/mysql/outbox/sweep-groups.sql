-- The next groups with completed rows, and when the oldest of them was created.
SELECT t.{group} AS grp, MIN(t.{created_at}) < UTC_TIMESTAMP(6) - INTERVAL :micros MICROSECOND AS old_enough
FROM {table} t {by_claim_index}
WHERE t.{status} = {COMPLETED}
--[resume]
  AND t.{group} > :resume
--[else]
  AND t.{group} IS NOT NULL
--[/]
GROUP BY t.{status}, t.{group}
ORDER BY t.{status}, t.{group}
LIMIT {groups}
