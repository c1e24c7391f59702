-- FlowCatalyst's own claim, with only the needed columns.
WITH selected AS (
    SELECT id
    FROM {table}
    WHERE status = 'PENDING'
    ORDER BY message_group, created_at
    LIMIT {batch}
    FOR UPDATE SKIP LOCKED
)
UPDATE {table} t
SET status = 'PROCESSING', processed_at = now()
FROM selected s
WHERE t.id = s.id
RETURNING t.id, t.message_group, t.type, t.payload
