--[by_entries]
-- The groups of the next index entries, from where the last scan stopped. A loose index scan would be cheaper, but the
-- server seldom chooses it: each completed row has its own time, so the server expects tiny groups. Continuing after
-- the last group seen skips the rest of that group.
SELECT x.grp, max(x.finding) AS finding, max(x.start) AS start, count(*) AS entries
FROM (SELECT {group_text} AS grp, {group_finding} AS finding, {group_start} AS start
      FROM {table} t {by_claim_index}
      WHERE {t_wanted}
--[resume]
        AND t.{group} > :resume
--[else]
        AND t.{group} IS NOT NULL
--[/]
--[until]
        AND t.{group} <= :until
--[/]
      ORDER BY t.{group}
      LIMIT {entries}) x
GROUP BY x.grp
ORDER BY x.grp
--[else]
-- One step of a loose index scan for each group, from where the last scan stopped. Without the status in the GROUP BY,
-- the server reads every row of each group. With a condition on the creation time it does so too, unless the statement
-- selects the minimum.
SELECT {group_text} AS grp, {group_finding} AS finding, {group_start} AS start,
       1 AS entries
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
--[until]
  AND t.{group} <= :until
--[/]
GROUP BY {state_columns}, t.{group}
ORDER BY {state_columns}, t.{group}
LIMIT {entries}
--[/]
