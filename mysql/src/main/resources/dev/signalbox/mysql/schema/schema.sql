-- name: place
SELECT database() AS name, current_user() AS account, @@global.read_only AS read_only

-- name: grants
SHOW GRANTS

-- name: engine
SELECT engine, table_schema AS home
  FROM information_schema.tables
 WHERE table_schema = coalesce(:schema, database()) AND table_name = :table

-- name: claim-index
ALTER TABLE {table} ADD INDEX {index} ({claim_columns}), ALGORITHM = INPLACE, LOCK = NONE

-- name: id-index
ALTER TABLE {table} ADD INDEX {index} ({id}), ALGORITHM = INPLACE, LOCK = NONE

-- name: archive-table
CREATE TABLE {archive} LIKE {table}

-- name: try-lock
-- Any user can take the lock, so only a session of the own user counts.
SELECT CASE WHEN GET_LOCK(concat('signalbox-schema:', left(sha2(database(), 256), 40)), 0) = 1 THEN 1
            ELSE NOT EXISTS (SELECT 1
                               FROM information_schema.processlist AS p
                              WHERE p.id = IS_USED_LOCK(concat('signalbox-schema:', left(sha2(database(), 256), 40)))
                                AND p.user = SUBSTRING_INDEX(USER(), '@', 1)) END AS locked

-- name: users
SELECT p.id, p.user, p.host, p.command, p.time
  FROM information_schema.processlist AS p
 WHERE p.id <> connection_id() AND p.db = database() AND p.command <> 'Daemon'
 ORDER BY p.time DESC
 LIMIT 3

-- name: exists
-- Compares table names as the server does: exactly, or ignoring case.
SELECT 1
FROM information_schema.tables t
WHERE t.table_schema = coalesce(:schema, DATABASE()) AND t.table_name = :name
  AND (@@lower_case_table_names <> 0 OR BINARY t.table_name = BINARY :name)

-- name: names
-- The session's database, and whether table names ignore case.
SELECT DATABASE() AS name, @@lower_case_table_names AS lower_case
