-- name: log-rights
-- The relay creates the table of each publisher's progress itself.
GRANT SELECT ON events TO signalbox;
GRANT CREATE ON SCHEMA public TO signalbox

-- name: has-node-tables
SELECT (to_regclass('signalbox.pairs') IS NOT NULL)::int

-- name: events
-- Every change of a wallet, and its state by the receiver's feed.
SELECT e.position,
       CASE
         WHEN EXISTS (SELECT FROM signalbox.dead_letters AS d
                       WHERE d.topic = 'wallet-events' AND d.publisher = 'receiver' AND d.position = e.position)
         THEN 'dead'
         WHEN NOT EXISTS (SELECT FROM signalbox.pairs AS p
                           WHERE p.topic = 'wallet-events' AND p.publisher = 'receiver' AND p.position >= e.position)
           OR EXISTS (SELECT FROM signalbox.parked AS k
                       WHERE k.topic = 'wallet-events' AND k.publisher = 'receiver'
                         AND e.tags @> ARRAY['wallet_id=' || k.message_group])
         THEN 'waiting'
         ELSE 'delivered'
       END
  FROM events AS e
 WHERE EXISTS (SELECT FROM unnest(e.tags) AS tag WHERE tag LIKE 'wallet\_id=%')
