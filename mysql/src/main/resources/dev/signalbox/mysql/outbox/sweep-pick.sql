-- A row is completed after it is created, so the index on the creation time limits the rows to read.
SELECT t.{id} AS id, t.{group} AS grp,
--[archive]
       {payload_size} AS bytes,
--[else]
       0 AS bytes,
--[/]
       coalesce(t.{processed_at} < UTC_TIMESTAMP(6) - INTERVAL :micros MICROSECOND, false) AS old_enough
FROM {table} t {by_claim_index}
--[swept_by_time]
WHERE t.{processed_at} < UTC_TIMESTAMP(6) - INTERVAL :micros MICROSECOND
ORDER BY t.{processed_at}
--[else]
WHERE {t_done} AND t.{created_at} < UTC_TIMESTAMP(6) - INTERVAL :micros MICROSECOND
--[ungrouped]
  AND t.{group} IS NULL
--[else]
  AND t.{group} IN (:groups)
--[/]
--[ungrouped]
ORDER BY t.{created_at}
--[else]
ORDER BY t.{group}, t.{created_at}
--[/]
--[/]
LIMIT {rows}
