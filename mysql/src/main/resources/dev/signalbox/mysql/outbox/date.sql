-- A row that is held since an unknown time has the whole time-out from now on.
UPDATE {table} t {by_id_index}
SET {keep_created}t.{mark_column} = :moment
WHERE t.{id} IN (:ids)
