--[by_entries]
-- The groups of the next entries, from where the last look stopped. A loose index scan would be cheaper, but the server seldom
-- chooses it: each row that is done has a time of its own, and so it thinks that groups are tiny. To go on behind the
-- last group that is seen skips the rest of it.
SELECT x.grp, count(*) AS entries
FROM (SELECT t.{group} AS grp
      FROM {table} t {by_claim_index}
      WHERE {t_wanted}
--[resume]
        AND t.{group} > :resume
--[else]
        AND t.{group} IS NOT NULL
--[/]
      ORDER BY t.{group}
      LIMIT {entries}) x
GROUP BY x.grp
ORDER BY x.grp
--[else]
-- One step of a loose index scan for each group, from where the last look stopped. The status is among what is grouped by
-- only because without it the server reads every row of each group. So it would with a condition on the time of creation, if it
-- were not asked for the first of them.
SELECT t.{group} AS grp, 1 AS entries
--[period]
    , MIN(t.{created_at}) AS first
--[/]
FROM {table} t {by_claim_index}
WHERE {t_wanted_each}
--[resume]
  AND t.{group} > :resume
--[else]
  AND t.{group} IS NOT NULL
--[/]
GROUP BY {state_columns}, t.{group}
ORDER BY {state_columns}, t.{group}
LIMIT {entries}
--[/]
