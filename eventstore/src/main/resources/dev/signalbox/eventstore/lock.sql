-- The setting ends with the transaction, as the locks do: the insert checks it to be sure that it is in the same one.
SELECT count(CASE WHEN exclusive
                  THEN pg_advisory_xact_lock(key)
                  ELSE pg_advisory_xact_lock_shared(key) END),
       set_config('signalbox.locked', 'on', true)
FROM unnest(?::bigint[], ?::boolean[]) AS lock (key, exclusive)
