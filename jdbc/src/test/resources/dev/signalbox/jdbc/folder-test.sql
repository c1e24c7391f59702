SELECT 1 FROM {table}
