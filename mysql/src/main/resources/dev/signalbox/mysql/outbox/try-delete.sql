-- Deletes nothing, but needs the right to.
EXPLAIN DELETE FROM {table} WHERE {id} IS NULL AND {id} IS NOT NULL
