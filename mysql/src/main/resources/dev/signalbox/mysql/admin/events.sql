-- A numbered page of Catbox's rows. Rows before the page are sorted without payloads.
SELECT left(CONVERT(t.{id} USING utf8mb4), 2048) AS id,
       {numbered} AS numbered,
       left({aggregate_type}, 2048) AS aggregate_type,
       left(CONVERT(t.{group} USING utf8mb4), 2048) AS grp,
       left(CONVERT({t_type} USING utf8mb4), 2048) AS type,
       left({correlation_id}, 2048) AS correlation_id,
       {payload_size} AS size,
       {payload_shown} AS payload,
       {created_micros} AS created,
       {sent_micros} AS sent,
       {t_held_until} AS held_until,
       left({t_state}, 200) AS status,
       coalesce({t_tries}, 0) AS attempts,
       left({t_error}, 2000) AS error
FROM (
    SELECT t.{id} AS page_id
    FROM {table} t
    WHERE true
--[pending]
      AND ({t_unfinished})
--[/]
--[type]
      AND CAST(CONVERT({t_type} USING utf8mb4) AS binary) = CAST(:type AS binary)
--[/]
--[aggregate_type]
      AND CAST({aggregate_type} AS binary) = CAST(:aggregate_type AS binary)
--[/]
--[group]
      AND t.{group} = {group_asked} AND {exact_t} = CAST(:group AS binary)
--[/]
    ORDER BY {sort} {direction}, t.{id} {direction}
    LIMIT :size OFFSET :offset
) p
JOIN {table} t ON t.{id} = p.page_id
ORDER BY {sort} {direction}, t.{id} {direction}
