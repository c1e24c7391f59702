-- The limits hold the cost down, and make the planner use the index on transactions whatever its statistics say.
-- If there is more, nothing is appended, and a closer look follows.
WITH unseen AS MATERIALIZED (
    (SELECT type, tags
     FROM events
     WHERE transaction_id >= ?::xid8 AND (transaction_id <> ?::xid8 OR position > ?)
     ORDER BY transaction_id, position
     LIMIT 1000)
    UNION ALL
    (SELECT event.type, event.tags
     FROM unnest(?::text[]) AS open (id)
     CROSS JOIN LATERAL (
         SELECT type, tags
         FROM events
         WHERE transaction_id = open.id::xid8 AND (transaction_id <> ?::xid8 OR position > ?)
         ORDER BY transaction_id, position
         LIMIT 1000) AS event)
)
INSERT INTO events (type, tags, data)
SELECT type, tags::text[], data::json
FROM unnest(?::text[], ?::text[], ?::text[]) WITH ORDINALITY AS event (type, tags, data, place)
WHERE current_setting('signalbox.locked', true) = 'on'
  AND current_setting('transaction_isolation') IN ('read committed', 'read uncommitted')
  AND ?::xid8 <= pg_snapshot_xmax(pg_current_snapshot())
  AND (SELECT count(*) FROM unseen) < 1000
  AND NOT EXISTS (SELECT FROM unseen WHERE ${decisionModel})
  AND NOT ${repeated}
ORDER BY place
RETURNING position
