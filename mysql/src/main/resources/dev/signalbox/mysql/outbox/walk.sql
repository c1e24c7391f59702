-- Walks a stretch of the waiting rows in the order of the index, and shows where a group changes to another one that the
-- column's collation takes for the same; and where the stretch ends.
SELECT y.grp, y.at, y.id, y.flip, y.n = y.total AS ends, y.total
FROM (SELECT x.grp, x.at, x.id, x.n, COUNT(*) OVER () AS total,
             coalesce(x.grp = x.previous AND {exact_x} <> {exact_previous}, false) AS flip
      FROM (SELECT w.grp, CAST(w.created AS char) AS at, w.id,
                   ROW_NUMBER() OVER (ORDER BY w.grp, w.created, w.id) AS n,
--[resume]
                   coalesce(LAG(w.grp) OVER (ORDER BY w.grp, w.created, w.id), :grp) AS previous
--[else]
                   LAG(w.grp) OVER (ORDER BY w.grp, w.created, w.id) AS previous
--[/]
            FROM (SELECT t.{group} AS grp, t.{created_at} AS created, t.{id} AS id
                  FROM {table} t {by_claim_index}
                  WHERE t.{status} = {PENDING}
--[resume]
                    AND ((t.{group} = :grp AND t.{created_at} = :at AND t.{id} > :id)
                      OR (t.{group} = :grp AND t.{created_at} > :at)
                      OR t.{group} > :grp)
--[else]
                    AND t.{group} IS NOT NULL
--[/]
                  ORDER BY t.{group}, t.{created_at}, t.{id}
                  LIMIT {rows}) w) x) y
WHERE y.flip OR y.n = y.total
ORDER BY y.n
