-- One page of waiting or failed messages in primary key order. It examines a limited number of rows and always returns the last
-- of them, so that the next page can start after it.
SELECT s.id, s.grp, s.type, s.attempts, s.created, s.changed, s.error, s.shard, s.position, s.matching, s.total
FROM (
    SELECT r.*, row_number() OVER (ORDER BY r.shard, r.position) AS n, count(*) OVER () AS total
    FROM (
        SELECT t.shard, t.position, left(t.id, 2048) AS id, left(t.message_group, 2048) AS grp, left(t.type, 2048) AS type, t.attempts, t.created_at AS created,
--[failed]
               t.failed_at AS changed, left(t.reason, 2000) AS error,
--[else]
               CAST(NULL AS timestamptz) AS changed, left(t.last_error, 2000) AS error,
--[/]
               (true
--[group]
                AND t.message_group = :group
--[/]
--[type]
                AND t.type = :type
--[/]
--[changed_before]
--[failed]
                AND t.failed_at < CAST(:changed_before AS timestamptz)
--[else]
                AND CAST(:changed_before AS timestamptz) IS NULL
--[/]
--[/]
--[reason]
--[failed]
                AND position(lower(:reason) IN lower(t.reason)) > 0
--[else]
                AND position(lower(:reason) IN lower(t.last_error)) > 0
--[/]
--[/]
               ) IS TRUE AS matching
--[failed]
        FROM {failed} t
--[else]
        FROM {table} t
--[/]
        WHERE true
--[group]
          AND t.shard = CAST(hashtextextended(CAST(:group AS text) COLLATE "C", 0) & 63 AS smallint)
--[/]
--[after]
          AND (t.shard, t.position) > (CAST(:after_shard AS smallint), CAST(:after_position AS bigint))
--[/]
        ORDER BY t.shard, t.position
        LIMIT :scan
    ) r
) s
WHERE s.matching OR s.n = s.total
ORDER BY s.n
LIMIT :rows
