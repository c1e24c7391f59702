SELECT count(*) FROM {table} WHERE status <> 'PROCESSED'
