-- Deletes all recorded progress. Signalbox creates its own tables when it first connects.
DO $forget$
BEGIN
    IF to_regclass('signalbox.pairs') IS NOT NULL THEN
        DELETE FROM signalbox.pairs WHERE log = {log};
        DELETE FROM signalbox.parked WHERE log = {log};
        DELETE FROM signalbox.dead_letters WHERE log = {log};
    END IF;
END
$forget$;

TRUNCATE {progress};

TRUNCATE {table} RESTART IDENTITY;
