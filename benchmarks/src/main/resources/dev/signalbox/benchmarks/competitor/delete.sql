DELETE FROM {table}
WHERE position = ANY (ARRAY(
    SELECT position FROM {table} ORDER BY position LIMIT {batch} FOR UPDATE SKIP LOCKED))
RETURNING id, message_group, type, payload
