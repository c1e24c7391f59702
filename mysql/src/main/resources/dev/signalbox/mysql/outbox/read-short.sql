-- All rows of groups that seem to have few, up to a limit.
SELECT t.{group} AS grp, t.{id} AS id, {payload_held} AS size
FROM {table} t {by_claim_index}
WHERE t.{status} = {PENDING} AND t.{group} IN (:groups)
ORDER BY t.{group}, t.{turn}, t.{tie}
LIMIT {rows}
