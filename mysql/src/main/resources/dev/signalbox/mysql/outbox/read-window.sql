-- The first rows of a group, and of groups that the column's collation treats as equal.
(SELECT {number} AS n, t.{group} AS grp, {id_text} AS id,
     CAST(t.{turn} AS char) AS at, {id_finding} AS id_finding,
--[placed]
     t.{turn} AS place,
--[/]
--[contents]
     {type_text} AS type, CASE WHEN {payload_size} <= {along} THEN {payload_bytes} END AS payload,
     {t_attempts} AS attempts, CAST(t.{created_at} AS char) AS created,
     {finding} AS oversized{t_headers},
--[/]
     {payload_fetched} AS size
 FROM {table} t {by_claim_index}
 WHERE {t_wanted} AND t.{group} = :grp{group_fits}
 ORDER BY t.{turn}, t.{tie}
 LIMIT {window})
