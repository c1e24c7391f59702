-- Statements on rows by key.

-- name: fetch
-- Reads the content of rows for which the buffer has only the key.
SELECT 2 AS kind, NULL AS xid, t.shard, t.position, t.id, t.message_group, t.type, octet_length(t.payload) AS size,
       CASE WHEN octet_length(t.payload) <= :inline THEN {payload} END AS payload, t.attempts, t.created_at, false AS blocked,
       CAST(t.headers AS text) AS headers
FROM unnest(CAST(:shards AS smallint[]), CAST(:positions AS bigint[])) AS k (shard, position)
JOIN {table} t ON t.shard = k.shard AND t.position = k.position

-- name: look-again
-- Scans a limited range of a shard for rows of one group that exceeded the buffer.
WITH
examined AS MATERIALIZED (
    SELECT t.position, t.id, t.message_group, octet_length(t.payload) AS size
    FROM {table} t
    WHERE t.shard = CAST(:shard AS smallint) AND t.position > :after AND t.position <= :until
    ORDER BY t.position
    LIMIT {most_examined}
)
SELECT NULL AS id, max(e.position) AS position, count(*) AS size FROM examined e
UNION ALL
SELECT e.id, e.position, e.size FROM examined e WHERE e.message_group = :group
