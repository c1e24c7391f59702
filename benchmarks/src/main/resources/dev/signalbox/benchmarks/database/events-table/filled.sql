-- Whether the events are there as they were filled in, and no others.
SELECT count(*) = :rows
       AND coalesce(bool_and(occurred_at = timestamptz '2026-01-01 00:00:00Z' + (position - 1) * interval '1 microsecond'), true)
FROM {table}
