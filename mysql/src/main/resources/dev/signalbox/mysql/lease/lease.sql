-- name: hold
SELECT CONNECTION_ID() AS session FROM signalbox_nodes WHERE incarnation = :incarnation LOCK IN SHARE MODE

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
