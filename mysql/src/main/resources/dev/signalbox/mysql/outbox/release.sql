-- Gives rows back, which are locked by now.
UPDATE {table} t {by_id_index}
SET {keep_created}
--[counted]
    t.{retry_count} = coalesce(t.{retry_count}, 0) + 1,
--[/]
    t.{processed_at} = NULL, t.{status} = {PENDING}
WHERE t.{id} IN (:ids)
