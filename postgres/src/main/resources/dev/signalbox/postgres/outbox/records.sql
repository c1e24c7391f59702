-- The claim and suspect records in the side schema.

-- name: end-claims
-- Deletes the records of claims whose rows are all settled.
WITH lease AS MATERIALIZED (
    SELECT 1 FROM signalbox.nodes
    WHERE incarnation = :owner AND split_part(:owner, '@', 2) IN ('', CAST(extract(epoch FROM pg_postmaster_start_time()) AS text))
    FOR KEY SHARE
)
DELETE FROM signalbox.claims c
WHERE c.relay = :relay AND c.incarnation = :owner AND c.number = ANY (CAST(:numbers AS bigint[])) AND EXISTS (SELECT 1 FROM lease)

-- name: suspects
SELECT s.id, s.level, s.crashes FROM signalbox.suspects s WHERE s.relay = :relay

-- name: mark-in-flight
-- Records which marked messages and suspects are about to be sent. A marked one that is alone in flight soon after an unclean end
-- becomes a suspect that is alone, so that the next one counts as an attempt.
WITH
lease AS MATERIALIZED (
    SELECT 1 FROM signalbox.nodes
    WHERE incarnation = :owner AND split_part(:owner, '@', 2) IN ('', CAST(extract(epoch FROM pg_postmaster_start_time()) AS text))
    FOR KEY SHARE
),
marked AS (
    UPDATE signalbox.suspects s
    SET in_flight = true,
        level = CASE WHEN :alone AND s.level = 1 AND coalesce(s.ended_at > now() - CAST(:window AS interval), true)
                     THEN 2 ELSE s.level END
    WHERE s.relay = :relay AND s.id = ANY (CAST(:ids AS text[])) AND EXISTS (SELECT 1 FROM lease)
)
SELECT EXISTS (SELECT 1 FROM lease) AS owned

-- name: end-alone
-- The message gets company, so that an unclean end does not count as its attempt. It was a marked one: it has not been charged yet.
WITH lease AS MATERIALIZED (
    SELECT 1 FROM signalbox.nodes
    WHERE incarnation = :owner AND split_part(:owner, '@', 2) IN ('', CAST(extract(epoch FROM pg_postmaster_start_time()) AS text))
    FOR KEY SHARE
)
UPDATE signalbox.suspects s
SET level = 1
WHERE s.relay = :relay AND s.id = :id AND s.in_flight AND s.level = 2 AND s.crashes = 0 AND EXISTS (SELECT 1 FROM lease)
