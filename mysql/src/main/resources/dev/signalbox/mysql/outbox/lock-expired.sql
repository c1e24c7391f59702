SELECT t.{id} AS id, t.{mark_column} IS NULL AS undated
FROM {table} t {by_id_index}
WHERE t.{id} IN (:ids) AND {t_held}
--[moments]
  AND t.{held_until} < UTC_TIMESTAMP(6)
--[else]
  AND (t.{processed_at} IS NULL OR t.{processed_at} < UTC_TIMESTAMP(6) - INTERVAL :micros MICROSECOND)
--[/]
FOR UPDATE SKIP LOCKED
