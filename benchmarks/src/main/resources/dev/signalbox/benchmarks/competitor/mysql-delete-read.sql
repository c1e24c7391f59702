SELECT id, message_group, type, payload
FROM {table}
ORDER BY position
LIMIT {batch}
FOR UPDATE SKIP LOCKED
