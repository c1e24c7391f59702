-- Along the seed's index. By created_at alone, as one is tempted to write, every claim would sort all rows that wait.
SELECT id, message_group, type, payload
FROM {table}
WHERE status = 'PENDING'
ORDER BY message_group, created_at, id
LIMIT {batch}
FOR UPDATE SKIP LOCKED
