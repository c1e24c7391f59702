-- Triggers of others that fire when we write, and whose functions do not set their search path: they get that of our sessions.
SELECT o.tgname AS trigger, CAST(CAST(g.oid AS regprocedure) AS text) AS function
FROM pg_trigger o
JOIN pg_proc g ON g.oid = o.tgfoid
JOIN pg_language l ON l.oid = g.prolang AND l.lanname NOT IN ('c', 'internal')
WHERE o.tgrelid = to_regclass(:table) AND NOT o.tgisinternal AND o.tgenabled IN ('O', 'A')
  -- The bits of DELETE and UPDATE, and of INSERT
  AND o.tgtype & CASE WHEN :inserts THEN 28 ELSE 24 END <> 0
  AND g.pronamespace IS DISTINCT FROM CAST(to_regnamespace('signalbox') AS oid)
  AND NOT EXISTS (SELECT 1 FROM unnest(g.proconfig) AS s (setting) WHERE starts_with(s.setting, 'search_path='))
ORDER BY o.tgname
