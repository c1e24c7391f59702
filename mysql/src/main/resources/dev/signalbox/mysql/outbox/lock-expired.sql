SELECT t.{id} AS id, t.{processed_at} IS NULL AS undated
FROM {table} t {by_id_index}
WHERE t.{id} IN (:ids) AND t.{status} = {PROCESSING}
  AND (t.{processed_at} IS NULL OR t.{processed_at} < UTC_TIMESTAMP(6) - INTERVAL :micros MICROSECOND)
FOR UPDATE SKIP LOCKED
