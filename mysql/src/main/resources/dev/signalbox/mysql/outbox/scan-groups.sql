-- One step of a loose index scan for each group, from where the last look stopped. The status is among what is grouped by
-- only because without it the server reads every row of each group.
SELECT t.{group} AS grp
FROM {table} t {by_claim_index}
WHERE t.{status} = {PENDING}
--[resume]
  AND t.{group} > :resume
--[else]
  AND t.{group} IS NOT NULL
--[/]
GROUP BY t.{status}, t.{group}
ORDER BY t.{status}, t.{group}
LIMIT {groups}
