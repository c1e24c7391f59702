-- Reads as the event outbox producer does, with locks, so that a second producer reads other rows.
SELECT event_id AS id, CAST(aggregate_id AS text) AS message_group, event_type AS type, CAST(payload AS text) AS payload
FROM {table}
WHERE status = 'PENDING'
ORDER BY created_at
LIMIT {batch}
FOR UPDATE SKIP LOCKED
