SELECT count(*) FROM {table} WHERE type = {type}
