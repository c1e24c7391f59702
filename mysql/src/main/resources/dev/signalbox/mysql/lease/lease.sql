-- name: hold
SELECT 1 FROM signalbox_nodes WHERE incarnation = :incarnation LOCK IN SHARE MODE

-- name: find-relay
SELECT 1 FROM signalbox_relays WHERE relay = :relay

-- name: add-relay
INSERT IGNORE INTO signalbox_relays (relay) VALUES (:relay)

-- name: add-candidate
INSERT IGNORE INTO signalbox_candidates (relay, incarnation) VALUES (:relay, :incarnation)

-- name: withdraw
DELETE FROM signalbox_candidates WHERE incarnation = :incarnation

-- name: leave
DELETE FROM signalbox_nodes WHERE incarnation = :incarnation

-- name: end-lease
DELETE FROM signalbox_leases WHERE incarnation = :incarnation

-- name: release-all
DELETE FROM signalbox_shards WHERE incarnation = :incarnation

-- name: lock-name
concat('signalbox:', left(sha2(concat(hex(database()), ':', :relay), 256), 48))

-- name: try-lock
SELECT GET_LOCK({lock_name}, 0)

-- name: unlock
SELECT RELEASE_LOCK({lock_name})

-- name: holder
SELECT IS_USED_LOCK({lock_name})

-- name: session
SELECT 0 + CONNECTION_ID()

-- name: sessions
SHOW PROCESSLIST

-- name: end-session
KILL CONNECTION :session

-- name: look
SELECT DATABASE() AS db, CURRENT_USER() AS account

-- name: tables
SELECT table_name FROM information_schema.tables WHERE table_schema = DATABASE()

-- name: may-select
SELECT 1 FROM {table} WHERE false

-- name: may-insert
INSERT INTO {table} SELECT * FROM {table} WHERE false

-- name: may-update
UPDATE {table} SET {column} = {column} WHERE false

-- name: may-delete
DELETE FROM {table} WHERE false
