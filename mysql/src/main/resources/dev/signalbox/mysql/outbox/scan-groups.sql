-- One step of a loose index scan for each group, from where the last look stopped. The status is among what is grouped by
-- only because without it the server reads every row of each group.
SELECT t.{group} AS grp
FROM {table} t {by_claim_index}
WHERE {t_waits}
--[resume]
  AND t.{group} > :resume
--[else]
  AND t.{group} IS NOT NULL
--[/]
GROUP BY {state_columns}, t.{group}
ORDER BY {state_columns}, t.{group}
LIMIT {groups}
