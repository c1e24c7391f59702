-- The first rows of a group and of those that the column's collation takes for the same.
(SELECT {number} AS n, t.{group} AS grp, t.{id} AS id, {payload_held} AS size
 FROM {table} t {by_claim_index}
 WHERE t.{status} = {PENDING} AND t.{group} = :grp
 ORDER BY t.{turn}, t.{tie}
 LIMIT {window})
