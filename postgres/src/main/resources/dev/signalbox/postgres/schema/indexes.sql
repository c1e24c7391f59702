-- The indexes of an outbox table.

-- name: claim
--[sent_only]
CREATE INDEX {concurrently} {index} ON {table} ({group}, {created_at}) WHERE {unsent}
--[else]
--[moments]
CREATE INDEX {concurrently} {index} ON {table} ({group}, {created_at}) WHERE {processed_at} IS NULL AND {held_until} IS NULL
--[else]
CREATE INDEX {concurrently} {index} ON {table} ({status}, {group}, {created_at})
--[/]
--[/]

-- name: hold
CREATE INDEX {concurrently} {index} ON {table} ({group}, {held_until}) WHERE {processed_at} IS NULL AND {held_until} IS NOT NULL

-- name: done
CREATE INDEX {concurrently} {index} ON {table} ({processed_at}) WHERE {processed_at} IS NOT NULL

-- name: id
CREATE INDEX {concurrently} {index} ON {table} ({id})
