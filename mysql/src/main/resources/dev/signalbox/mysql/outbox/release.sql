-- Releases rows that are already locked.
UPDATE {table} t {by_id_index}
SET {keep_created}
--[counted]
--[!aside]
    t.{retry_count} = coalesce(t.{retry_count}, 0) + 1,
--[/]
--[/]
--[sent_only]
    {set_unsent}
--[else]
--[moments]
    t.{held_until} = NULL
--[else]
--[stamps_only_done]
    {keep_processed}
--[else]
    t.{processed_at} = NULL,
--[/]
    t.{status} = {PENDING}
--[/]
--[/]
WHERE t.{id} IN (:ids)
