-- Rows without a group, oldest first. The index ends with the primary key, so nothing has to be sorted.
SELECT t.{id} AS id, {payload_held} AS size, CAST(t.{created_at} AS char) AS at
FROM {table} t {by_claim_index}
WHERE t.{status} = {PENDING} AND t.{group} IS NULL
--[behind]
  AND ((t.{created_at} = :at AND t.{id} > :id) OR t.{created_at} > :at)
--[/]
ORDER BY t.{created_at}, t.{id}
LIMIT {loose}
