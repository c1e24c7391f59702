-- Delivered messages that nobody else is at. The index finds them by the column's own rules; then their bytes must be the same.
SELECT CONVERT(t.{id} USING utf8mb4) AS id
FROM {table} t {by_id_index}
WHERE t.{id} IN (:ids) AND {t_done} AND {exact_id} IN (:ids)
FOR UPDATE SKIP LOCKED
