-- What stands before a message in its group: something that is being processed, else the first that waits; and a dead letter,
-- where that holds up the group. Collations take other groups for the same, so the bytes are compared too.
(SELECT 1 AS kind, CONVERT(b.{id} USING utf8mb4) AS id, CONVERT(b.{error_message} USING utf8mb4) AS error
 FROM {table} b {by_claim_index}
 WHERE b.{status} = {PROCESSING} AND b.{group} = :group AND {exact_b} = CAST(:group AS binary) AND b.{id} <> :id
 ORDER BY b.{created_at}
 LIMIT 1)
UNION ALL
(SELECT 2, CONVERT(b.{id} USING utf8mb4), CONVERT(b.{error_message} USING utf8mb4)
 FROM {table} b {by_claim_index}
 WHERE b.{status} = {PENDING} AND b.{group} = :group AND {exact_b} = CAST(:group AS binary)
   AND b.{created_at} <= CAST(:created AS datetime(6))
   AND (b.{created_at} < CAST(:created AS datetime(6)) OR b.{id} < :id)
 ORDER BY b.{created_at}, b.{id}
 LIMIT 1)
--[hold_exhausted]
UNION ALL
(SELECT 3, CONVERT(b.{id} USING utf8mb4), left(CONVERT(b.{error_message} USING utf8mb4), 2000)
 FROM {table} b {by_claim_index}
 WHERE b.{status} = {FAILED} AND b.{group} = :group AND {exact_b} = CAST(:group AS binary) AND b.{id} <> :id
 ORDER BY b.{created_at}
 LIMIT 1)
--[/]
ORDER BY kind
