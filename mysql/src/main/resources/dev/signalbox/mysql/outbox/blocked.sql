-- Which of these groups have a row in a state that holds up the group. The number in the inner queries keeps MariaDB
-- from returning one group's result for another that its collation treats as equal.
--[moments]
-- No index has the group beside the end of a claim. Few rows are claimed, so all of them are read once for all groups.
SELECT 0 AS n, b.{group} AS grp FROM {table} b {by_claim_index} WHERE {b_held} AND b.{group} IN (:names)
--[in_order]
  AND true
--[else]
  AND false
--[/]
--[hold_exhausted]
UNION ALL
SELECT 0, b.{group} FROM {table} b {by_claim_index} WHERE {b_dead} AND b.{group} IN (:names)
--[/]
--[else]
SELECT v.n, NULL AS grp
FROM JSON_TABLE(:groups, '$[*]' COLUMNS (
    n FOR ORDINALITY, grp {json_group} PATH '$')) v
WHERE false
--[in_order]
   OR (SELECT 1
       FROM {table} b {by_claim_index}
       WHERE {b_held} AND {is_v_group} AND v.n > 0
       LIMIT 1) IS NOT NULL
--[/]
--[hold_exhausted]
   OR (SELECT 1
       FROM {table} b {by_claim_index}
       WHERE {b_dead} AND {is_v_group} AND v.n > 0
       LIMIT 1) IS NOT NULL
--[/]
--[/]
