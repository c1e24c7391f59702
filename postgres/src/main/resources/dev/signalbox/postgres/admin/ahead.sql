-- The messages ahead of a message in its group: one that is in flight, otherwise the first that waits. Also a dead letter, if
-- it blocks the group.
(SELECT 1 AS kind, left(CAST(b.{id} AS text), 2048) AS id, left({b_error}, 2000) AS error
 FROM {table} b
 WHERE {b_held} AND b.{group} = CAST(:group AS {group_type}) AND b.{id} <> CAST(:id AS {id_type})
 ORDER BY b.{created_at}
 LIMIT 1)
UNION ALL
(SELECT 2, left(CAST(b.{id} AS text), 2048), left({b_error}, 2000)
 FROM {table} b
 WHERE {b_waits} AND b.{group} = CAST(:group AS {group_type})
   AND (b.{created_at}, b.{id}) < (CAST(:created AS {created_type}), CAST(:id AS {id_type}))
 ORDER BY b.{created_at}, b.{id}
 LIMIT 1)
--[hold_exhausted]
UNION ALL
(SELECT 3, left(CAST(b.{id} AS text), 2048), left({b_error}, 2000)
 FROM {table} b
 WHERE {b_dead} AND b.{group} = CAST(:group AS {group_type}) AND b.{id} <> CAST(:id AS {id_type})
 ORDER BY b.{created_at}
 LIMIT 1)
--[/]
ORDER BY kind
