DELETE FROM {table} t
USING (SELECT shard, position FROM {table} ORDER BY shard, position LIMIT {batch} FOR UPDATE SKIP LOCKED) d
WHERE t.shard = d.shard AND t.position = d.position
RETURNING t.id, t.message_group, t.type, t.payload
