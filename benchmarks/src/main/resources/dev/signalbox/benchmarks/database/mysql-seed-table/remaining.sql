SELECT count(*) FROM {table} WHERE status <> 'COMPLETED'
