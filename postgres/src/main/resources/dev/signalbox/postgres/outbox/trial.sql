-- Tries writes in a transaction that is rolled back. A temporary copy has the columns and constraints of the table, and neither its
-- triggers nor its defaults, so that nothing fires and no sequence advances.

-- name: may-copy
SELECT has_database_privilege(current_database(), 'TEMPORARY') AS allowed

-- name: triggers
-- Those of others that fire when a row changes. The bit of UPDATE is 16.
SELECT CAST(o.tgname AS text) AS name
FROM pg_trigger o
JOIN pg_proc g ON g.oid = o.tgfoid
WHERE o.tgrelid = to_regclass(:table) AND NOT o.tgisinternal AND o.tgenabled IN ('O', 'A') AND o.tgtype & 16 <> 0
  AND g.pronamespace IS DISTINCT FROM CAST(to_regnamespace('signalbox') AS oid)
ORDER BY o.tgname

-- name: copy
CREATE TEMPORARY TABLE signalbox_trial (LIKE {table} INCLUDING CONSTRAINTS INCLUDING GENERATED) ON COMMIT DROP

-- name: allow-null
ALTER TABLE pg_temp.signalbox_trial ALTER COLUMN {column} DROP NOT NULL

-- name: copy-row
INSERT INTO pg_temp.signalbox_trial ({columns}) SELECT {columns} FROM {table} LIMIT 1

-- name: new-row
INSERT INTO pg_temp.signalbox_trial ({columns}) VALUES ({values})

-- name: pick
SELECT CAST(t.{id} AS text) AS id FROM {table} AS t LIMIT 1 FOR UPDATE SKIP LOCKED

-- name: write
UPDATE {table} AS t SET {values} WHERE {row}

-- name: reached
SELECT ({condition}) IS TRUE AS reached FROM {table} AS t WHERE {row}
