-- name: server
-- Identifies the server. The lease of an incarnation ends with it: after a failover another one may assign ids again that the
-- owner has read.
SELECT LEFT(SHA2(CONCAT_WS(':', @@hostname, @@port, @@server_id), 256), 16) AS server

-- name: hold
SELECT 1 FROM signalbox_nodes
 WHERE incarnation = :incarnation AND (LOCATE('@', :incarnation) = 0 OR SUBSTRING_INDEX(:incarnation, '@', -1) = LEFT(SHA2(CONCAT_WS(':', @@hostname, @@port, @@server_id), 256), 16))
  LOCK IN SHARE MODE

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

-- name: try-lock
SELECT GET_LOCK({lock_name}, 0)

-- name: unlock
SELECT RELEASE_LOCK({lock_name})

-- name: holder
SELECT IS_USED_LOCK({lock_name})

-- name: user
SELECT SUBSTRING_INDEX(USER(), '@', 1)

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
UNION ALL
SELECT CONCAT(table_name, '.', column_name) FROM information_schema.columns WHERE table_schema = DATABASE() AND table_name LIKE 'signalbox\_%'

-- name: may-select
SELECT 1 FROM {table} WHERE false

-- name: may-insert
INSERT INTO {table} SELECT * FROM {table} WHERE false

-- name: may-update
UPDATE {table} SET {column} = {column} WHERE false

-- name: may-delete
DELETE FROM {table} WHERE false

-- name: join-node
INSERT INTO signalbox_nodes (incarnation, node, joined_at, coordination)
VALUES (:incarnation, :node, UTC_TIMESTAMP(6), :coordination)
ON DUPLICATE KEY UPDATE coordination = :coordination

-- name: join-lease
INSERT INTO signalbox_leases (incarnation, expires_at)
VALUES (:incarnation, UTC_TIMESTAMP(6) + INTERVAL :micros MICROSECOND)
ON DUPLICATE KEY UPDATE expires_at = UTC_TIMESTAMP(6) + INTERVAL :micros MICROSECOND

-- name: renew
UPDATE signalbox_leases
   SET expires_at = UTC_TIMESTAMP(6) + INTERVAL :micros MICROSECOND, sessions = :sessions
 WHERE incarnation = :incarnation AND (LOCATE('@', :incarnation) = 0 OR SUBSTRING_INDEX(:incarnation, '@', -1) = LEFT(SHA2(CONCAT_WS(':', @@hostname, @@port, @@server_id), 256), 16))

-- name: lock-relay
-- A relay's row serialises takeovers. A leader without a side schema holds the named lock: returns the session that does.
SELECT IS_USED_LOCK({lock_name}) AS holder
  FROM signalbox_relays
 WHERE relay = :relay
   FOR UPDATE SKIP LOCKED

-- name: others
-- The shards of other owners. An owner without a row in signalbox_nodes is fenced and owns nothing.
SELECT s.shard
  FROM signalbox_shards AS s
  JOIN signalbox_nodes AS n ON n.incarnation = s.incarnation
 WHERE s.relay = :relay AND s.incarnation <> :incarnation

-- name: release
-- A release that arrives late must not release shards that were acquired again since.
DELETE FROM signalbox_shards
 WHERE relay = :relay AND incarnation = :incarnation AND shard IN (:wanted)
   AND acquired_at <= :seen

-- name: long-over
SELECT l.incarnation
  FROM signalbox_leases AS l
 WHERE l.expires_at < UTC_TIMESTAMP(6) - INTERVAL 1 HOUR
   AND NOT EXISTS (SELECT 1 FROM signalbox_shards AS s WHERE s.incarnation = l.incarnation)
 LIMIT 100

-- name: with-lease
SELECT incarnation FROM signalbox_leases WHERE incarnation IN (:over)

-- name: lock-leases
-- These leases can no longer be renewed. A lease that is being renewed is skipped.
SELECT incarnation
  FROM signalbox_leases
 WHERE incarnation IN (:over) AND expires_at <= UTC_TIMESTAMP(6)
   FOR UPDATE SKIP LOCKED

-- name: lock-nodes
-- A writing owner locks its row. The row is skipped, so that takeovers never wait for each other.
SELECT incarnation
  FROM signalbox_nodes
 WHERE incarnation IN (:over)
   FOR UPDATE SKIP LOCKED

-- name: end-nodes
DELETE FROM signalbox_nodes WHERE incarnation IN (:over)

-- name: end-leases
DELETE FROM signalbox_leases WHERE incarnation IN (:over)

-- name: end-candidacies
DELETE FROM signalbox_candidates WHERE incarnation IN (:over)

-- name: silent-writers
-- The sessions of nodes whose lease has expired for longer than the grace period, and that still lock their row.
SELECT sessions
  FROM signalbox_leases
 WHERE incarnation IN (:over) AND expires_at < UTC_TIMESTAMP(6) - INTERVAL :grace SECOND
