-- What is recorded of failed messages beside their table; nothing where they have it in their rows.
--[records]
DELETE FROM signalbox_failures WHERE relay = :relay AND id IN (:ids)
--[/]
