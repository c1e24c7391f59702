-- Failed messages wait again, with all their attempts.
UPDATE {table} t {by_id_index}
SET {keep_created} t.{status} = {PENDING}, t.{retry_count} = 0, t.{processed_at} = NULL, t.{error_message} = NULL
WHERE t.{id} IN (:ids) AND t.{status} = {FAILED}
