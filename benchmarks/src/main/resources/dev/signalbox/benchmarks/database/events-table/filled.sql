-- Whether the table contains exactly the events of the last fill.
SELECT count(*) = :rows
       AND coalesce(bool_and(occurred_at = timestamptz '2026-01-01 00:00:00Z' + (position - 1) * interval '1 microsecond'), true)
FROM {table}
