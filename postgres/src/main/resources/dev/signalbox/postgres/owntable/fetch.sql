-- Reads rows whose place is known but whose content is not, or not any more.
SELECT 2 AS kind, NULL AS xid, t.shard, t.position, t.id, t.message_group, t.type, octet_length(t.payload) AS size,
       CASE WHEN octet_length(t.payload) <= :inline THEN {payload} END AS payload, t.attempts, t.created_at, false AS blocked,
       CAST(t.headers AS text) AS headers
FROM unnest(CAST(:shards AS smallint[]), CAST(:positions AS bigint[])) AS k (shard, position)
JOIN {table} t ON t.shard = k.shard AND t.position = k.position
