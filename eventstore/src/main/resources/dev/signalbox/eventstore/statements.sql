-- The small statements of the event store.

-- name: lock
-- The setting ends with the transaction, as the locks do: the insert looks at it to be sure that it is in the same one.
SELECT count(CASE WHEN exclusive
                  THEN pg_advisory_xact_lock(key)
                  ELSE pg_advisory_xact_lock_shared(key) END),
       set_config('signalbox.locked', 'on', true)
FROM unnest(?::bigint[], ?::boolean[]) AS lock (key, exclusive)

-- name: append
INSERT INTO events (type, tags, data)
SELECT type, tags::text[], data::json
FROM unnest(?::text[], ?::text[], ?::text[]) WITH ORDINALITY AS event (type, tags, data, place)
WHERE current_setting('signalbox.locked', true) = 'on'
ORDER BY place
RETURNING position

-- name: command
INSERT INTO commands (type, data, metadata)
VALUES (?, ?::json, ?::json)

-- name: repetition
SELECT min(position + 0)
FROM events
WHERE ${query}

-- name: conflict
-- -1 for a cursor from the future: it belongs to another server, or to this one before it lost transactions.
-- The sum keeps the planner from walking the primary key in the hope of a first match.
SELECT CASE WHEN ?::xid8 > pg_snapshot_xmax(pg_current_snapshot()) THEN -1 ELSE min(position + 0) END
FROM events
WHERE (transaction_id >= ?::xid8 OR transaction_id = ANY (?::text[]::xid8[]))
  AND (transaction_id <> ?::xid8 OR position > ?)
  AND ${decisionModel}

-- name: foreign-transactions
SELECT greatest((SELECT max(transaction_id) FROM events), (SELECT max(transaction_id) FROM commands))
           >= pg_snapshot_xmax(pg_current_snapshot())

-- name: schema-state
-- Looks before anything is created: IF NOT EXISTS asks for the right to create even where nothing is missing.
SELECT current_setting('server_version_num')::int AS version,
       count(to_regclass(name)) = count(*) AS complete
FROM unnest('{events, events_tags, events_type, events_transaction, commands}'::text[]) AS name
