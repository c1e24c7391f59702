-- Reads a range of the waiting rows in index order, and returns where a group changes to another one that the column's
-- collation treats as equal, and where the range ends.
SELECT y.grp, y.at, y.id, y.flip, y.n = y.total AS ends, y.total
FROM (SELECT x.grp, x.at, x.id, x.n, COUNT(*) OVER () AS total,
             coalesce(x.grp = x.previous AND {exact_x} <> {exact_previous}, false) AS flip
      FROM (SELECT w.grp, CAST(w.turn AS char) AS at, w.id,
                   ROW_NUMBER() OVER (ORDER BY w.grp, w.turn, w.tie) AS n,
--[resume]
                   coalesce(LAG(w.grp) OVER (ORDER BY w.grp, w.turn, w.tie), :grp) AS previous
--[else]
                   LAG(w.grp) OVER (ORDER BY w.grp, w.turn, w.tie) AS previous
--[/]
            FROM (SELECT t.{group} AS grp, t.{turn} AS turn, t.{tie} AS tie, {id_text} AS id
                  FROM {table} t {by_claim_index}
                  WHERE {t_wanted}{group_fits}
--[resume]
                    AND ((t.{group} = :grp AND t.{turn} = :at AND t.{id} > :id)
                      OR (t.{group} = :grp AND t.{turn} > :at)
                      OR t.{group} > :grp)
--[else]
                    AND t.{group} IS NOT NULL
--[/]
                  ORDER BY t.{group}, t.{turn}, t.{tie}
                  LIMIT {rows}) w) x) y
WHERE y.flip OR y.n = y.total
ORDER BY y.n
