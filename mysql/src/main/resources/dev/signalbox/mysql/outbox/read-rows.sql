-- Reads the chosen rows that still wait, and locks them if the claim marks them.
SELECT {id_text} AS id, {group_text} AS grp, {type_text} AS type, {payload_size} AS size,
       CASE WHEN {payload_size} <= :max_payload THEN {payload_bytes} END AS payload,
       {t_attempts} AS attempts, CAST(t.{created_at} AS char) AS created,
       {finding} AS oversized{t_headers}
--[placed]
FROM {table} t {by_place_index}
WHERE t.{turn} IN (:places) AND {t_waits}
--[else]
FROM {table} t {by_id_index}
WHERE t.{id} IN (:ids) AND {t_waits}
--[/]
--[mark]
FOR UPDATE SKIP LOCKED
--[/]
