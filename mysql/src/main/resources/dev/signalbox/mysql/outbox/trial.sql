-- Tries writes that are rolled back. A temporary copy has the columns and constraints of the table, and no triggers. Neither creating
-- nor dropping it commits a transaction.

-- name: copy
CREATE TEMPORARY TABLE signalbox_trial LIKE {table}

-- name: copy-row
INSERT INTO signalbox_trial ({columns}) SELECT {columns} FROM {table} LIMIT 1

-- name: new-row
-- IGNORE gives columns without a default a value of their type.
INSERT IGNORE INTO signalbox_trial ({columns}) VALUES ({values})

-- name: drop
DROP TEMPORARY TABLE IF EXISTS signalbox_trial

-- name: triggers
-- Those that fire when a row changes, as far as this user may see them.
SELECT t.trigger_name AS name
FROM information_schema.triggers t
WHERE t.event_object_schema = coalesce(:schema, database()) AND t.event_object_table = :table
  AND t.event_manipulation = 'UPDATE'
ORDER BY t.trigger_name

-- name: pick
SELECT t.{id} AS id FROM {table} AS t LIMIT 1 FOR UPDATE SKIP LOCKED

-- name: write
UPDATE {table} AS t SET {values} WHERE {row}

-- name: reached
SELECT ({condition}) IS TRUE AS reached FROM {table} AS t WHERE {row}
