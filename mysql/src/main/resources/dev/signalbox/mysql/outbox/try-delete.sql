-- Deletes nothing, but needs the DELETE right.
EXPLAIN DELETE FROM {table} WHERE {id} IS NULL AND {id} IS NOT NULL
