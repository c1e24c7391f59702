-- A numbered page of Catbox's rows. Sorts the rows before the page without their payloads.
WITH page AS MATERIALIZED (
    SELECT t.{id} AS id
--[pending]
    FROM (SELECT t.* FROM {table} t WHERE {t_waits} UNION ALL SELECT t.* FROM {table} t WHERE {t_held}) t
--[else]
    FROM {table} t
--[/]
    WHERE true
--[type]
      AND CAST({t_type} AS text) = :type
--[/]
--[aggregate_type]
      AND {aggregate_type} = :aggregate_type
--[/]
--[group]
      AND t.{group} = CAST(:group AS {group_type})
--[/]
    ORDER BY {sort} {direction}, t.{id} {direction}
    LIMIT :size OFFSET :offset
)
SELECT left(CAST(t.{id} AS text), 2048) AS id,
       {numbered} AS numbered,
       left({aggregate_type}, 2048) AS aggregate_type,
       left(CAST(t.{group} AS text), 2048) AS grp,
       left(CAST({t_type} AS text), 2048) AS type,
       left({correlation_id}, 2048) AS correlation_id,
       {payload_size} AS size,
       CASE WHEN {payload_size} < 1000000000 THEN substr({payload_bytes}, 1, :shown) END AS payload,
       t.{created_at}{created_utc} AS created,
       t.{processed_at}{processed_utc} AS sent,
       CASE WHEN {t_dead} THEN timestamptz '9999-12-31 00:00:00Z' ELSE {t_held_until} END AS held_until,
       left({t_state}, 200) AS status,
       coalesce({t_tries}, 0) AS attempts,
       left({t_error}, 2000) AS error
FROM {table} t
WHERE t.{id} = ANY (ARRAY(SELECT p.id FROM page p))
ORDER BY {sort} {direction}, t.{id} {direction}
