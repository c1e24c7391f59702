-- A row that is held since an unknown time has the whole time-out from now on.
UPDATE {table} t {by_id_index}
SET {keep_created}t.{processed_at} = :moment
WHERE t.{id} IN (:ids)
