-- Delivered messages wait again, with all their attempts.
UPDATE {table} t {by_id_index}
SET {keep_created}
--[!aside]
    t.{retry_count} = 0, t.{error_message} = NULL,
--[/]
--[sent_only]
    {set_unsent}
--[else]
--[moments]
    t.{processed_at} = NULL, t.{held_until} = NULL
--[else]
    t.{processed_at} = NULL, t.{status} = {PENDING}
--[/]
--[/]
WHERE t.{id} IN (:ids) AND {t_done}
