-- Wakes the nodes that sleep, for a change that no trigger sees.
SELECT pg_notify({channel}, :identity)
