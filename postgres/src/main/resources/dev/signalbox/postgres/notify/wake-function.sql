-- A writer that gets the lock shared has found nobody asleep, and tells nobody. It keeps the lock to its end, so that nobody
-- falls asleep before its rows can be seen. Names are qualified, for a writer's search path may be anything.
CREATE OR REPLACE FUNCTION signalbox.wake() RETURNS trigger
LANGUAGE plpgsql AS $wake$
BEGIN
    IF NOT pg_catalog.pg_try_advisory_xact_lock_shared({lock_class}, CAST(TG_RELID AS pg_catalog.int4)) THEN
        PERFORM pg_catalog.pg_notify({channel}, pg_catalog.concat(TG_TABLE_SCHEMA, '.', TG_TABLE_NAME));
    END IF;
    RETURN NULL;
END
$wake$
