SELECT count(CASE WHEN exclusive
                  THEN pg_advisory_xact_lock(key)
                  ELSE pg_advisory_xact_lock_shared(key) END)
FROM unnest(?::bigint[], ?::boolean[]) AS lock (key, exclusive)
