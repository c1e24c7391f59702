-- Runs only under the relay's lock, so that nobody else adds owners meanwhile.
INSERT INTO signalbox_shards (relay, shard, incarnation, acquired_at)
VALUES {rows}
ON DUPLICATE KEY UPDATE
    acquired_at = if(incarnation = :incarnation, acquired_at, UTC_TIMESTAMP(6)),
    incarnation = :incarnation
