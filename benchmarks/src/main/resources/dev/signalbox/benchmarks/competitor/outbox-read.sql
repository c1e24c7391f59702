-- What the document's producer reads, locked so that a second one would read others.
SELECT event_id AS id, CAST(aggregate_id AS text) AS message_group, event_type AS type, CAST(payload AS text) AS payload
FROM {table}
WHERE status = 'PENDING'
ORDER BY created_at
LIMIT {batch}
FOR UPDATE SKIP LOCKED
