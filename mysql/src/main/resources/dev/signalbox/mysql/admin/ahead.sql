-- What precedes a message in its group: a message that is being processed, else the first that waits, and a dead letter
-- if it holds up the group. Collations treat other groups as equal, so the bytes are compared too.
(SELECT 1 AS kind, left(CONVERT(b.{id} USING utf8mb4), 2048) AS id, left({b_error}, 2000) AS error
 FROM {table} b {by_claim_index}
 WHERE {b_held} AND b.{group} = {group_asked} AND {exact_b} = CAST(:group AS binary) AND b.{id} <> :id
 ORDER BY b.{turn}
 LIMIT 1)
UNION ALL
(SELECT 2, left(CONVERT(b.{id} USING utf8mb4), 2048), left({b_error}, 2000)
 FROM {table} b {by_claim_index}
 WHERE {b_waits} AND b.{group} = {group_asked} AND {exact_b} = CAST(:group AS binary)
   AND b.{turn} <= CAST(:created AS {turn_type})
   AND (b.{turn} < CAST(:created AS {turn_type}) OR b.{id} < :id)
 ORDER BY b.{turn}, b.{tie}
 LIMIT 1)
--[hold_exhausted]
UNION ALL
(SELECT 3, left(CONVERT(b.{id} USING utf8mb4), 2048), left({b_error}, 2000)
 FROM {table} b {by_claim_index}
 WHERE {b_dead} AND b.{group} = {group_asked} AND {exact_b} = CAST(:group AS binary) AND b.{id} <> :id
 ORDER BY b.{turn}
 LIMIT 1)
--[/]
ORDER BY kind
