DELETE FROM {notes} WHERE event_id IN (:ids)
