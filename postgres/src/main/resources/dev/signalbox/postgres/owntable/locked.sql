-- Locks those of the given rows that are free, and returns the others.
WITH
there AS MATERIALIZED (
    SELECT t.shard, t.position
    FROM unnest(CAST(:shards AS smallint[]), CAST(:positions AS bigint[])) AS u (shard, position)
    JOIN {table} t ON t.shard = u.shard AND t.position = u.position
),
free AS MATERIALIZED (
    SELECT t.shard, t.position
    FROM there h
    JOIN {table} t ON t.shard = h.shard AND t.position = h.position
    FOR UPDATE OF t SKIP LOCKED
)
SELECT h.shard, h.position
FROM there h
WHERE (h.shard, h.position) NOT IN (SELECT f.shard, f.position FROM free f)
