-- Records a claim. The record matters only after a crash of the relay, not of the database. If the database loses it, only
-- a hint about suspects is lost, so the commit does not wait for fsync.
WITH
lease AS MATERIALIZED (
    SELECT 1 FROM signalbox.nodes
    WHERE incarnation = :owner AND split_part(:owner, '@', 2) IN ('', CAST(extract(epoch FROM pg_postmaster_start_time()) AS text))
    FOR KEY SHARE
),
recorded AS (
    INSERT INTO signalbox.claims (incarnation, number, relay, claimed_at, ids)
    SELECT :owner, :number, :relay, now(), CAST(:ids AS text[])
    WHERE EXISTS (SELECT 1 FROM lease)
),
-- Any node may have made suspects of a dead owner's rows. Suspects are very rare, so the lookup is skipped if there are none.
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
