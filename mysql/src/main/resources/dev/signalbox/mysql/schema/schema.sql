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
SELECT GET_LOCK(concat('signalbox-schema:', left(sha2(database(), 256), 40)), 0) AS locked

-- name: patience
SET SESSION lock_wait_timeout = {seconds}, innodb_lock_wait_timeout = {seconds}

-- name: users
SELECT p.id, p.user, p.host, p.command, p.time
  FROM information_schema.processlist AS p
 WHERE p.id <> connection_id() AND p.db = database() AND p.command <> 'Daemon'
 ORDER BY p.time DESC
 LIMIT 3
