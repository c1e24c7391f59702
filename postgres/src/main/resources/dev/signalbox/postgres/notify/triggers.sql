-- Which of these tables have our trigger, switched on.
SELECT n.nspname || '.' || c.relname AS identity, CAST(c.oid AS bigint) AS number
FROM pg_trigger t
JOIN pg_proc p ON p.oid = t.tgfoid AND p.proname = 'wake'
JOIN pg_namespace s ON s.oid = p.pronamespace AND s.nspname = 'signalbox'
JOIN pg_class c ON c.oid = t.tgrelid
JOIN pg_namespace n ON n.oid = c.relnamespace
WHERE t.tgname = 'signalbox_wake' AND t.tgenabled IN ('O', 'A')
  AND n.nspname || '.' || c.relname = ANY (:identities)
