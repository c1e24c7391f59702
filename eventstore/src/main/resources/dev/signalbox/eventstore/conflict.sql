-- -1 for a cursor from the future: it belongs to another server, or to this one before it lost transactions.
-- The sum keeps the planner from scanning the primary key for an early match.
SELECT CASE WHEN ?::xid8 > pg_snapshot_xmax(pg_current_snapshot()) THEN -1 ELSE min(position + 0) END
FROM events
WHERE (transaction_id >= ?::xid8 OR transaction_id = ANY (?::text[]::xid8[]))
  AND (transaction_id <> ?::xid8 OR position > ?)
  AND ${decisionModel}
