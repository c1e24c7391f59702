-- Records verdicts: deletes completed rows, counts failures, moves dead letters. The key alone does not identify a
-- message (an oversized id is compared by its short form): a replica that took over without the last transactions assigns their positions again.
WITH
--[lease]
-- Locks the lease before it waits for a row: either a takeover waits for us, or we find the lease gone.
lease AS MATERIALIZED (
    SELECT 1 FROM signalbox.nodes
    WHERE incarnation = :owner AND split_part(:owner, '@', 2) IN ('', CAST(extract(epoch FROM pg_postmaster_start_time()) AS text))
    FOR KEY SHARE
),
--[/]
--[completes]
completed AS MATERIALIZED (
    SELECT u.shard, u.position, u.id
    FROM unnest(CAST(:done_shards AS smallint[]), CAST(:done_positions AS bigint[]), CAST(:done_ids AS text[]))
        AS u (shard, position, id)
--[lease]
    WHERE EXISTS (SELECT 1 FROM lease)
--[/]
),
deleted AS (
    DELETE FROM {table} t USING completed c WHERE t.shard = c.shard AND t.position = c.position AND {row_id} = c.id
),
--[/]
--[fails]
verdicts AS MATERIALIZED (
    SELECT u.shard, u.position, u.id, u.attempts, u.reason, u.attempts < 0 AS parked
    FROM unnest(CAST(:shards AS smallint[]), CAST(:positions AS bigint[]), CAST(:ids AS text[]),
                CAST(:attempts AS integer[]), CAST(:reasons AS text[])) AS u (shard, position, id, attempts, reason)
--[lease]
    WHERE EXISTS (SELECT 1 FROM lease)
--[/]
),
-- The number of attempts shows whether an earlier call, whose answer was lost, has already counted this failure.
counted AS (
    UPDATE {table} t
    SET attempts = t.attempts + 1, last_error = v.reason
    FROM verdicts v
    WHERE NOT v.parked AND t.shard = v.shard AND t.position = v.position AND {row_id} = v.id AND t.attempts = v.attempts
    RETURNING t.shard, t.position
),
taken AS (
    DELETE FROM {table} t
    USING verdicts v
    WHERE v.parked AND t.shard = v.shard AND t.position = v.position AND {row_id} = v.id
    RETURNING t.*, v.reason
),
parked AS (
    INSERT INTO {failed} (position, shard, id, message_group, type, payload, headers, attempts, last_error, created_at, reason)
    SELECT t.position, t.shard, {failed_id}, {failed_group}, t.type, t.payload, t.headers, t.attempts, t.last_error, t.created_at, t.reason
    FROM taken t
    ON CONFLICT (shard, position) DO NOTHING
),
parked_before AS (
    SELECT f.shard, f.position
    FROM verdicts v
    JOIN {failed} f ON f.shard = v.shard AND f.position = v.position
     AND CASE WHEN octet_length(f.id) > {largest_key} THEN right(f.id, 32) = right(v.id, 32) ELSE {failed_row_id} = v.id END
    WHERE v.parked
),
--[/]
--[ends_claims]
ended AS (
    DELETE FROM signalbox.claims c
    WHERE c.relay = :relay AND c.incarnation = :owner AND c.number = ANY (CAST(:ended AS bigint[])) AND EXISTS (SELECT 1 FROM lease)
),
--[/]
--[suspects]
cleared AS (
    DELETE FROM signalbox.suspects s
    WHERE s.relay = :relay AND s.id = ANY (CAST(:cleared AS text[])) AND EXISTS (SELECT 1 FROM lease)
),
landed AS (
    UPDATE signalbox.suspects s
    SET in_flight = false
    WHERE s.relay = :relay AND s.id = ANY (CAST(:landed AS text[])) AND EXISTS (SELECT 1 FROM lease)
),
--[/]
answer AS (SELECT CAST(NULL AS smallint) AS shard, CAST(NULL AS bigint) AS position)
SELECT a.shard, a.position,
--[lease]
       EXISTS (SELECT 1 FROM lease) AS owned
--[else]
       true AS owned
--[/]
FROM answer a
--[fails]
UNION ALL
SELECT c.shard, c.position, true FROM counted c
UNION ALL
SELECT t.shard, t.position, true FROM taken t
UNION ALL
SELECT p.shard, p.position, true FROM parked_before p
--[/]
