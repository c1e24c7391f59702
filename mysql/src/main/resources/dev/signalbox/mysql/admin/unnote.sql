-- What is noted of messages that are to be published anew, or never; nothing where there are no notes.
--[noted]
DELETE FROM {notes} WHERE event_id IN (:ids)
--[/]
