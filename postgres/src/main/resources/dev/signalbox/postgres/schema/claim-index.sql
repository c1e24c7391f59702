CREATE INDEX {concurrently} {index} ON {table} ({status}, {group}, {created_at})
