-- name: delivered
SELECT CAST(d.id AS char(512)) AS id, CAST(d.cluster AS char(64)) AS cluster
FROM signalbox_deliveries d
WHERE d.relay = :relay AND d.id IN (:ids)
-- name: record
INSERT INTO signalbox_deliveries (relay, id, cluster, delivered_at) VALUES (:relay, :id, :cluster, utc_timestamp(6))
ON DUPLICATE KEY UPDATE cluster = VALUES(cluster)
-- name: forget
DELETE FROM signalbox_deliveries WHERE relay = :relay AND id IN (:ids)
-- name: hold-lease
SELECT 1
FROM signalbox_nodes n
WHERE n.incarnation = :owner AND (LOCATE('@', :owner) = 0 OR SUBSTRING_INDEX(:owner, '@', -1) = LEFT(SHA2(CONCAT_WS(':', @@hostname, @@port, @@server_id), 256), 16))
LOCK IN SHARE MODE
