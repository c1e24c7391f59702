UPDATE {table} t {by_id_index}
--[moments]
SET {keep_created}t.{held_until} = :moment
--[else]
SET {keep_created}t.{processed_at} = :moment, t.{status} = {PROCESSING}
--[/]
WHERE t.{id} IN (:ids)
