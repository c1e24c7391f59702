-- The first rows of one group, after any number of rows of groups that the column's collation treats as equal.
SELECT t.{id} AS id, {payload_held} AS size
FROM {table} t {by_claim_index}
WHERE {t_wanted} AND t.{group} = :grp AND {exact_t} = CAST(:grp AS binary)
--[pass_held]
  AND t.{id} NOT IN (:held)
--[/]
ORDER BY t.{turn}, t.{tie}
LIMIT {rows}
