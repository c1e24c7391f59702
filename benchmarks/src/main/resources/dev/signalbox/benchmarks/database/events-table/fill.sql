INSERT INTO {table} (type, tags, data, occurred_at)
SELECT {type}, ARRAY['wallet_id=' || {group}], CAST({payload} AS json), timestamptz '2026-01-01 00:00:00Z' + n * interval '1 microsecond'
FROM generate_series(:first, :first + :count - 1) AS n
