-- Goes a limited way through a shard to find rows of one group that there was no room to remember.
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
