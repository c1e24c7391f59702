-- What rows in our hands look like.
SELECT t.{id} AS id, coalesce(t.{retry_count}, 0) AS attempts, CAST(t.{processed_at} AS char) AS processed
--[numbered]
    , t.{turn} AS place
--[/]
FROM {table} t {by_id_index}
WHERE t.{id} IN (:ids)
--[own]
  AND t.{status} = {PENDING}
--[else]
  AND t.{status} = {PROCESSING}
--[/]
--[lock]
FOR UPDATE SKIP LOCKED
--[/]
