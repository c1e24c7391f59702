-- Along FlowCatalyst's index. With ORDER BY created_at alone, every claim would sort all waiting rows.
SELECT id, message_group, type, payload
FROM {table}
WHERE status = 'PENDING'
ORDER BY message_group, created_at, id
LIMIT {batch}
FOR UPDATE SKIP LOCKED
