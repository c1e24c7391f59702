-- Gives the lock back, and tells the nodes that slept under its cover.
SELECT pg_advisory_unlock({lock_class}, :number), pg_notify({channel}, :identity)
