-- Rows that have been held for longer than the time-out, or since an unknown time.
SELECT t.{id} AS id
FROM {table} t {by_claim_index}
WHERE {t_held}
--[moments]
  AND t.{held_until} < UTC_TIMESTAMP(6)
--[else]
  AND (t.{processed_at} IS NULL OR t.{processed_at} < UTC_TIMESTAMP(6) - INTERVAL :micros MICROSECOND)
--[/]
LIMIT :most
