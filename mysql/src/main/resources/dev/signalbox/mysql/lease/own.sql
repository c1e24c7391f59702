-- Runs only under the relay's lock, so that no other node adds owners concurrently.
INSERT INTO signalbox_shards (relay, shard, incarnation, acquired_at)
WITH RECURSIVE parts (part) AS (
    SELECT -1
    UNION ALL
    SELECT part + 1 FROM parts WHERE part < 63
)
SELECT :relay, part, :incarnation, UTC_TIMESTAMP(6) FROM parts WHERE part IN (:wanted)
ON DUPLICATE KEY UPDATE
    acquired_at = if(incarnation = :incarnation, acquired_at, UTC_TIMESTAMP(6)),
    incarnation = :incarnation
