-- Records what is handed out. Only the relay's end makes it useful, not the database's: what a crash of the database
-- takes away is a hint for the suspects, so its commit need not wait for the disk.
WITH
lease AS MATERIALIZED (SELECT 1 FROM signalbox.nodes WHERE incarnation = :owner FOR KEY SHARE),
recorded AS (
    INSERT INTO signalbox.claims (incarnation, number, relay, claimed_at, ids)
    SELECT :owner, :number, :relay, now(), CAST(:ids AS text[])
    WHERE EXISTS (SELECT 1 FROM lease)
),
-- Any node may have made suspects of a dead one's rows. There are hardly ever any, and then none is looked for.
suspected AS MATERIALIZED (
    SELECT s.id, s.level, s.crashes
    FROM signalbox.suspects s
    WHERE s.relay = :relay AND s.id = ANY (CAST(:ids AS text[]))
      AND EXISTS (SELECT 1 FROM signalbox.suspects a WHERE a.relay = :relay)
)
SELECT EXISTS (SELECT 1 FROM lease) AS owned, set_config('synchronous_commit', 'off', true) AS hurry,
       CAST(NULL AS text) AS id, 0 AS level, 0 AS crashes
UNION ALL
SELECT NULL, NULL, s.id, s.level, s.crashes FROM suspected s
