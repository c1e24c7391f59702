-- name: now
clock_timestamp() AT TIME ZONE 'UTC'

-- name: rights
-- All rights of the relay here; its own tables are in a separate schema.
GRANT SELECT, UPDATE ON outbox_events, outbox_dispatch_jobs TO signalbox

-- name: has-owners
SELECT to_regclass('signalbox.shards') IS NOT NULL

-- name: leases
SELECT incarnation, node, (extract(epoch FROM expires_at - clock_timestamp()) * 1000)::bigint
  FROM signalbox.nodes

-- name: shards
SELECT relay, shard, incarnation FROM signalbox.shards

-- name: log-rights
-- The relay creates the table of each publisher's progress itself.
GRANT SELECT ON events TO signalbox;
GRANT CREATE ON SCHEMA public TO signalbox

-- name: wallet-events
-- Every change of a wallet, and what the receiver's feed reports if it did not arrive.
SELECT e.position,
       EXISTS (SELECT FROM signalbox.dead_letters AS d
                WHERE d.topic = 'wallet-events' AND d.publisher = 'receiver' AND d.position = e.position) AS given_up,
       NOT EXISTS (SELECT FROM signalbox.pairs AS p
                    WHERE p.topic = 'wallet-events' AND p.publisher = 'receiver' AND p.position >= e.position)
       OR EXISTS (SELECT FROM signalbox.parked AS k
                   WHERE k.topic = 'wallet-events' AND k.publisher = 'receiver'
                     AND e.tags @> ARRAY['wallet_id=' || k.message_group]) AS waits
  FROM events AS e
 WHERE e.position > ? AND EXISTS (SELECT FROM unnest(e.tags) AS tag WHERE tag LIKE 'wallet\_id=%')
 ORDER BY e.position
 LIMIT ?
