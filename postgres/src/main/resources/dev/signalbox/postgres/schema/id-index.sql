CREATE INDEX {concurrently} {index} ON {table} ({id})
