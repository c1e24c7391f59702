-- One message, failed or not, and the owner of its claim. Searches failed ones first, which have an index on the id.
WITH
found AS MATERIALIZED (
    (SELECT true AS failed, f.shard, f.position, f.id, f.message_group, f.type, f.attempts, f.created_at, f.failed_at, f.reason,
            f.payload
     FROM {failed} f
     WHERE f.id = :id
     LIMIT 1)
    UNION ALL
    (SELECT false, t.shard, t.position, t.id, t.message_group, t.type, t.attempts, t.created_at, NULL, t.last_error, t.payload
     FROM {table} t
     WHERE t.id = :id
     LIMIT 1)
    LIMIT 1
)
SELECT f.failed, f.shard, f.position, left(f.id, 2048) AS id, left(f.message_group, 2048) AS grp, left(f.type, 2048) AS type, f.attempts,
       f.created_at AS created, f.failed_at AS changed, left(f.reason, 2000) AS error,
       octet_length(f.payload) AS size,
       convert_to(left(f.payload, :shown),
                  CASE getdatabaseencoding() WHEN 'SQL_ASCII' THEN 'SQL_ASCII' ELSE 'UTF8' END) AS payload,
--[side]
       c.incarnation, c.claimed_at, n.node,
       coalesce(s.level, 0) AS suspicion, coalesce(s.crashes, 0) AS crashes
--[else]
       CAST(NULL AS text) AS incarnation, CAST(NULL AS timestamptz) AS claimed_at, CAST(NULL AS text) AS node,
       0 AS suspicion, 0 AS crashes
--[/]
FROM found f
--[side]
LEFT JOIN signalbox.suspects s ON s.relay = :relay AND s.id = concat(f.shard, ':', f.position)
LEFT JOIN LATERAL (
    SELECT k.incarnation, k.claimed_at FROM signalbox.claims k
    WHERE k.relay = :relay AND concat(f.shard, ':', f.position) = ANY (k.ids) AND NOT f.failed
    ORDER BY k.claimed_at DESC
    LIMIT 1) c ON true
LEFT JOIN signalbox.nodes n ON n.incarnation = c.incarnation
--[/]
