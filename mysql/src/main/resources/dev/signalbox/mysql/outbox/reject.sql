-- Makes dead letters of waiting rows whose id or group is oversized, without reading it. Whatever rows are at the place by now,
-- only oversized ones change.
UPDATE {table} t {by_claim_index}
SET {keep_created}
--[!aside]
    t.{error_message} = :reason,
--[/]
--[sent_only]
    {set_unsent}
--[else]
--[moments]
    t.{held_until} = {never}
--[else]
--[stamps_only_done]
    {keep_processed}t.{status} = {FAILED}
--[else]
    t.{processed_at} = :moment, t.{status} = {FAILED}
--[/]
--[/]
--[/]
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
