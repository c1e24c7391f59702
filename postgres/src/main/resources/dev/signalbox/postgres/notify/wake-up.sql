-- The wake-up trigger of a table, and the lock that indicates whether a node listens.

-- name: wake-function
-- A writer that gets the shared lock knows that no node sleeps, and sends nothing. It keeps the lock until its transaction
-- ends, so that no node falls asleep before its rows are visible. Names are qualified and the search path is fixed: the function
-- runs in the sessions of all writers, whatever other roles have created.
CREATE OR REPLACE FUNCTION signalbox.wake() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $wake$
BEGIN
    IF NOT pg_catalog.pg_try_advisory_xact_lock_shared({lock_class}, CAST(TG_RELID AS pg_catalog.int4)) THEN
        PERFORM pg_catalog.pg_notify({channel}, pg_catalog.concat(TG_TABLE_SCHEMA, '.', TG_TABLE_NAME));
    END IF;
    RETURN NULL;
END
$wake$

-- name: wake-trigger
CREATE TRIGGER signalbox_wake AFTER INSERT ON {table}
FOR EACH STATEMENT EXECUTE FUNCTION signalbox.wake()

-- name: triggers
-- The given tables that have our trigger enabled.
SELECT n.nspname || '.' || c.relname AS identity, CAST(c.oid AS bigint) AS number
FROM pg_trigger t
JOIN pg_proc p ON p.oid = t.tgfoid AND p.proname = 'wake'
JOIN pg_namespace s ON s.oid = p.pronamespace AND s.nspname = 'signalbox'
JOIN pg_class c ON c.oid = t.tgrelid
JOIN pg_namespace n ON n.oid = c.relnamespace
WHERE t.tgname = 'signalbox_wake' AND t.tgenabled IN ('O', 'A')
  AND n.nspname || '.' || c.relname = ANY (:identities)

-- name: notify
-- Wakes sleeping nodes for a change that fires no trigger.
SELECT pg_notify({channel}, :identity)

-- name: arm
-- Takes the lock that makes writers notify. If another node holds it, writers notify as long as that node keeps it. Any role can
-- take the lock, and only a node notifies the others when it releases it: so sessions of other roles don't count.
SELECT CASE
    WHEN pg_try_advisory_lock({lock_class}, :number) THEN 'OURS'
    WHEN EXISTS (SELECT 1 FROM pg_locks l
                 JOIN pg_stat_activity a ON a.pid = l.pid
                 WHERE (a.usename = current_user
                        OR has_table_privilege(a.usesysid,
                                               (SELECT c.oid FROM pg_class c
                                                WHERE c.relnamespace = to_regnamespace('signalbox') AND c.relname = 'nodes'),
                                               'UPDATE'))
                   AND l.locktype = 'advisory' AND l.objsubid = 2 AND l.granted AND l.mode = 'ExclusiveLock'
                   AND l.classid = CAST({lock_class} AS oid) AND l.objid = CAST(CAST(:number AS integer) AS oid)
                   AND l.database = (SELECT d.oid FROM pg_database d WHERE d.datname = current_database())) THEN 'THEIRS'
    ELSE 'NONE'
END AS cover

-- name: disarm
-- Releases the lock, and notifies the nodes that relied on it.
SELECT pg_advisory_unlock({lock_class}, :number), pg_notify({channel}, :identity)
