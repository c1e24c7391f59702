-- Statements on rows by key.

-- name: fetch
-- Reads the content of rows for which the buffer has only the key.
SELECT 2 AS kind, NULL AS xid, t.shard, t.position, {row_id} AS id, {row_group} AS message_group, {row_type} AS type,
       octet_length(t.payload) AS size,
       CASE WHEN octet_length(t.payload) <= :inline THEN {payload} END AS payload, t.attempts, t.created_at, false AS blocked,
       {row_headers} AS headers, {row_finding} AS oversized, 0{row_memory} AS memory
FROM unnest(CAST(:shards AS smallint[]), CAST(:positions AS bigint[])) AS k (shard, position)
JOIN {table} t ON t.shard = k.shard AND t.position = k.position

-- name: look-again
-- Scans a limited range of a shard for rows of one group that exceeded the buffer.
WITH
examined AS MATERIALIZED (
    SELECT t.position, {row_id} AS id, t.message_group, octet_length(t.payload) AS size, 0{row_memory} AS memory
    FROM {table} t
    WHERE t.shard = CAST(:shard AS smallint) AND t.position > :after AND t.position <= :until
    ORDER BY t.position
    LIMIT {most_examined}
)
SELECT NULL AS id, max(e.position) AS position, count(*) AS size, 0 AS memory FROM examined e
UNION ALL
SELECT e.id, e.position, e.size, e.memory FROM examined e WHERE e.message_group = :group
