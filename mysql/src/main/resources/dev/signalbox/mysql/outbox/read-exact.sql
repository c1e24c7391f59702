-- The first rows of one group, after any number of rows of groups that the column's collation treats as equal.
SELECT {id_text} AS id, {payload_fetched} AS size, CAST(t.{turn} AS char) AS at, {id_finding} AS id_finding
FROM {table} t {by_claim_index}
WHERE {t_wanted} AND t.{group} = :grp AND {exact_t} = CAST(:grp AS binary){group_fits}
--[pass_in_flight]
  AND t.{id} NOT IN (:in_flight)
--[/]
ORDER BY t.{turn}, t.{tie}
LIMIT {rows}
