-- Records one verdict on all its rows whose claim is still valid.
--[delete]
DELETE t FROM {table} t
--[else]
UPDATE {table} t
--[/]
--[placed]
    {by_place_index}
--[else]
    {by_id_index}
--[/]
--[!delete]
SET {keep_created}
--[!aside]
--[complete]
    t.{error_message} = NULL,
--[/]
--[retry]
    t.{error_message} = :reason, t.{retry_count} = coalesce(t.{retry_count}, 0) + 1,
--[/]
--[park]
    t.{error_message} = :reason,
--[/]
--[/]
--[sent_only]
--[complete]
    {set_sent}
--[else]
    {set_unsent}
--[/]
--[else]
--[moments]
--[complete]
    t.{held_until} = NULL, t.{processed_at} = :moment
--[/]
--[retry]
    t.{held_until} = NULL
--[/]
--[park]
    t.{held_until} = {never}
--[/]
--[release]
    t.{held_until} = NULL
--[/]
--[else]
--[complete]
    t.{processed_at} = :moment, t.{status} = {COMPLETED}
--[/]
-- A processed event says that it was published before, and the row may say when
--[published]
    t.{processed_at} = coalesce(t.{processed_at}, :moment), t.{status} = {COMPLETED}
--[/]
--[stamps_only_done]
--[retry]
    {keep_processed}t.{status} = {PENDING}
--[/]
--[park]
    {keep_processed}t.{status} = {FAILED}
--[/]
--[release]
    {keep_processed}t.{status} = {PENDING}
--[/]
--[else]
--[retry]
    t.{processed_at} = NULL, t.{status} = {PENDING}
--[/]
--[park]
    t.{processed_at} = :moment, t.{status} = {FAILED}
--[/]
--[release]
    t.{processed_at} = NULL, t.{status} = {PENDING}
--[/]
--[/]
--[/]
--[/]
--[/]
--[placed]
WHERE t.{turn} IN (:places)
--[else]
WHERE t.{id} IN (:ids)
--[/]
--[own]
  AND {t_waits}
--[!aside]
  AND coalesce(t.{retry_count}, 0) = :attempts
--[/]
--[else]
  AND {t_held} AND t.{mark_column} IN (:moments)
--[/]
