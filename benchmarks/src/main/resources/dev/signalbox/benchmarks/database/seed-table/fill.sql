INSERT INTO {table} (id, type, message_group, payload, status, created_at)
SELECT {id}, {type}, {group}, {payload}, 'PENDING', timestamp '2026-01-01' + n * interval '1 microsecond'
FROM generate_series(:first, :first + :count - 1) AS n
