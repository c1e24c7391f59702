-- Records what is handed out. Only the relay's end makes it useful, not the database's: what a crash of the database
-- takes away is a hint for the suspects, so its commit need not wait for the disk.
WITH
lease AS MATERIALIZED (SELECT 1 FROM signalbox.nodes WHERE incarnation = :owner FOR KEY SHARE),
recorded AS (
    INSERT INTO signalbox.claims (incarnation, number, relay, claimed_at, ids)
    SELECT :owner, :number, :relay, now(), CAST(:ids AS text[])
    WHERE EXISTS (SELECT 1 FROM lease)
)
SELECT EXISTS (SELECT 1 FROM lease) AS owned, set_config('synchronous_commit', 'off', true) AS hurry
