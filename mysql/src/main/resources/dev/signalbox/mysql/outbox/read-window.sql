-- The first rows of a group, and of groups that the column's collation treats as equal.
(SELECT {number} AS n, t.{group} AS grp, t.{id} AS id,
--[placed]
     t.{turn} AS place,
--[/]
--[contents]
     {t_type} AS type, CASE WHEN {payload_size} <= {along} THEN {payload_bytes} END AS payload,
     {t_attempts} AS attempts, CAST(t.{created_at} AS char) AS created{t_headers},
--[/]
     {payload_fetched} AS size
 FROM {table} t {by_claim_index}
 WHERE {t_wanted} AND t.{group} = :grp
 ORDER BY t.{turn}, t.{tie}
 LIMIT {window})
