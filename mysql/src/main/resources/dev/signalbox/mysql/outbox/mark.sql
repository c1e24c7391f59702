UPDATE {table} t {by_id_index}
SET {keep_created}t.{processed_at} = :moment, t.{status} = {PROCESSING}
WHERE t.{id} IN (:ids)
