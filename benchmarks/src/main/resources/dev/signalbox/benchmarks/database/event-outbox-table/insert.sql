INSERT INTO {table} (event_id, event_type, aggregate_type, aggregate_id, payload, status, created_at)
VALUES (:id, :type, 'RESTAURANT', CAST(substr(:group, 7) AS bigint), CAST(:payload AS json), 'PENDING',
        clock_timestamp() AT TIME ZONE 'UTC')
