-- Ungrouped rows in order. The index ends with the primary key, so nothing is sorted.
SELECT {id_text} AS id, {id_finding} AS id_finding, {payload_fetched} AS size, CAST(t.{turn} AS char) AS at
FROM {table} t {by_claim_index}
WHERE {t_wanted} AND t.{group} IS NULL
--[behind]
  AND ((t.{turn} = :at AND t.{id} > :id) OR t.{turn} > :at)
--[/]
ORDER BY t.{turn}, t.{tie}
LIMIT {ungrouped}
