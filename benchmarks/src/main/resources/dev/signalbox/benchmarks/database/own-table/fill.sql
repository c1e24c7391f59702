INSERT INTO {table} (id, type, message_group, payload, created_at)
SELECT {id}, {type}, {group}, {payload}, timestamptz '2026-01-01 00:00:00Z' + n * interval '1 microsecond'
FROM generate_series(:first, :first + :count - 1) AS n
