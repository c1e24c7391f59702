-- The keys under which the failures of rows are recorded that are about to be rejected.
SELECT {record_key} AS id
FROM {table} t {by_claim_index}
WHERE {t_waits}
--[in_group]
  AND t.{group} = :grp AND t.{turn} = :at AND {id_oversized}
--[/]
--[ungrouped]
  AND t.{group} IS NULL AND t.{turn} = :at AND {id_oversized}
--[/]
--[group_beginning]
  AND t.{group} >= :grp AND {group_oversized}
--[/]
LIMIT 1000
FOR UPDATE
