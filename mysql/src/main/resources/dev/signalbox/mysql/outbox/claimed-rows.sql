-- The current state of rows in flight.
SELECT t.{id} AS id, coalesce({t_attempts}, 0) AS attempts, CAST(t.{mark_column} AS char) AS processed
--[numbered]
    , t.{turn} AS place
--[/]
FROM {table} t {by_id_index}
WHERE t.{id} IN (:ids)
--[own]
  AND {t_waits}
--[else]
  AND {t_held}
--[/]
--[lock]
FOR UPDATE SKIP LOCKED
--[/]
