-- The limits bound the cost, and make the planner use the index on transactions whatever its statistics say. If there are
-- more rows, nothing is appended, and the caller finds out why. All values are in subselects: the planner cannot see them
-- there, so it does not plan the statement again for each of them.
WITH unseen AS (
    (SELECT type, tags
     FROM events
     WHERE transaction_id >= (SELECT ?::xid8)
       AND (transaction_id <> (SELECT ?::xid8) OR position > (SELECT ?::bigint))
     ORDER BY transaction_id, position
     LIMIT 500)
    UNION ALL
    (SELECT event.type, event.tags
     FROM unnest((SELECT ?::text[])) AS open (id)
     CROSS JOIN LATERAL (
         SELECT type, tags
         FROM events
         WHERE transaction_id = open.id::xid8
           AND (transaction_id <> (SELECT ?::xid8) OR position > (SELECT ?::bigint))
         ORDER BY transaction_id, position
         LIMIT 500) AS event)
)
INSERT INTO events (type, tags, data)
SELECT type, tags::text[], data::json
FROM unnest((SELECT ?::text[]), (SELECT ?::text[]), (SELECT ?::text[]))
    WITH ORDINALITY AS event (type, tags, data, place)
WHERE current_setting('signalbox.locked', true) = 'on'
  AND current_setting('transaction_isolation') IN ('read committed', 'read uncommitted')
  AND (SELECT ?::xid8) <= pg_snapshot_xmax(pg_current_snapshot())
  AND (SELECT count(*) < 500 AND count(*) FILTER (WHERE ${decisionModel}) = 0 FROM unseen)
  AND NOT ${repeated}
ORDER BY place
RETURNING position
