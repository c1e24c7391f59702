-- Takes the lock that makes writers tell us. If another node has it they tell us too, as long as that node keeps it.
SELECT CASE
    WHEN pg_try_advisory_lock({lock_class}, :number) THEN 'OURS'
    WHEN EXISTS (SELECT 1 FROM pg_locks l
                 WHERE l.locktype = 'advisory' AND l.objsubid = 2 AND l.granted AND l.mode = 'ExclusiveLock'
                   AND l.classid = CAST({lock_class} AS oid) AND l.objid = CAST(CAST(:number AS integer) AS oid)
                   AND l.database = (SELECT d.oid FROM pg_database d WHERE d.datname = current_database())) THEN 'THEIRS'
    ELSE 'NONE'
END AS cover
