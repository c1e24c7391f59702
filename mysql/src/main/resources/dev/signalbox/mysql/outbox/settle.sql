-- Records one verdict on all rows that it was given on, as far as their claim still holds.
--[delete]
DELETE t FROM {table} t
--[else]
UPDATE {table} t
--[/]
--[placed]
    {by_place_index}
--[else]
    {by_id_index}
--[/]
--[!delete]
SET {keep_created}
--[complete]
    t.{error_message} = NULL, t.{processed_at} = :moment, t.{status} = {COMPLETED}
--[/]
--[retry]
    t.{error_message} = :reason, t.{retry_count} = coalesce(t.{retry_count}, 0) + 1, t.{processed_at} = NULL,
    t.{status} = {PENDING}
--[/]
--[park]
    t.{error_message} = :reason, t.{processed_at} = :moment, t.{status} = {FAILED}
--[/]
--[release]
    t.{processed_at} = NULL, t.{status} = {PENDING}
--[/]
--[/]
--[placed]
WHERE t.{turn} IN (:places)
--[else]
WHERE t.{id} IN (:ids)
--[/]
--[own]
  AND t.{status} = {PENDING} AND coalesce(t.{retry_count}, 0) = :attempts
--[else]
  AND t.{status} = {PROCESSING} AND t.{processed_at} IN (:moments)
--[/]
