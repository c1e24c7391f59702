INSERT INTO {table} (event_id, event_type, aggregate_type, aggregate_id, payload, status, created_at)
SELECT {id}, {type}, 'RESTAURANT', CAST(substr({group}, 7) AS bigint), CAST({payload} AS json), 'PENDING',
       timestamp '2026-01-01' + n * interval '1 microsecond'
FROM generate_series(:first, :first + :count - 1) AS n
