-- Which of these groups have a row in one of the states that hold a group up.
SELECT v.n
FROM JSON_TABLE(:groups, '$[*]' COLUMNS (n FOR ORDINALITY, grp varchar({group_length}) PATH '$')) v
WHERE false
--[in_order]
   OR (SELECT 1
       FROM {table} b {by_claim_index}
       WHERE b.{status} = {PROCESSING} AND b.{group} = CONVERT(v.grp USING {group_charset}) COLLATE {group_collation}
         AND {exact_b} = CAST(CONVERT(v.grp USING utf8mb4) AS binary)
       LIMIT 1) IS NOT NULL
--[/]
--[hold_exhausted]
   OR (SELECT 1
       FROM {table} b {by_claim_index}
       WHERE b.{status} = {FAILED} AND b.{group} = CONVERT(v.grp USING {group_charset}) COLLATE {group_collation}
         AND {exact_b} = CAST(CONVERT(v.grp USING utf8mb4) AS binary)
       LIMIT 1) IS NOT NULL
--[/]
