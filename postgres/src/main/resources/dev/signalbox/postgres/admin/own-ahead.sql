-- The messages ahead of a message in its group: the first one among the first rows of the shard, otherwise the first that a
-- backward scan finds. Also a dead letter, if it blocks the group.
(SELECT 1 AS kind, false AS failed, left(x.id, 2048) AS id, x.error
 FROM (SELECT t.id, t.message_group, left(t.last_error, 2000) AS error
       FROM {table} t
       WHERE t.shard = CAST(:shard AS smallint) AND t.position < :position
       ORDER BY t.position
       LIMIT :most) x
 WHERE x.message_group = :group
 LIMIT 1)
UNION ALL
(SELECT 2, false, left(x.id, 2048), x.error
 FROM (SELECT t.id, t.message_group, left(t.last_error, 2000) AS error
       FROM {table} t
       WHERE t.shard = CAST(:shard AS smallint) AND t.position < :position
       ORDER BY t.position DESC
       LIMIT :most) x
 WHERE x.message_group = :group
 LIMIT 1)
--[hold_exhausted]
UNION ALL
(SELECT 3, true, left(f.id, 2048), left(f.reason, 2000)
 FROM {failed} f
 WHERE f.message_group = :group
 ORDER BY f.position
 LIMIT 1)
--[/]
ORDER BY kind
