-- The first row is the cursor; it must come from the same snapshot as the events.
SELECT 0::bigint AS position,
       pg_current_snapshot()::text AS type,
       NULL::text[] AS tags,
       (SELECT max(position) FROM events)::text AS data,
       pg_current_xact_id_if_assigned()::text AS transaction_id,
       NULL::timestamptz AS occurred_at
UNION ALL
SELECT position, type::text, tags, data::text, transaction_id::text, occurred_at
FROM events
WHERE ${query}
ORDER BY position
