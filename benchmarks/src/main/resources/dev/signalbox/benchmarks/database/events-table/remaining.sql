SELECT count(*) FROM {table} WHERE position > (SELECT coalesce(min(last_position), 0) FROM {progress})
