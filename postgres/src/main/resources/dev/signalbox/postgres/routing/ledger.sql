-- name: delivered
SELECT d.id, d.cluster FROM signalbox.deliveries d WHERE d.relay = :relay AND d.id IN (:ids)
-- name: record
INSERT INTO signalbox.deliveries (relay, id, cluster) VALUES (:relay, :id, :cluster) ON CONFLICT DO NOTHING
-- name: forget
DELETE FROM signalbox.deliveries WHERE relay = :relay AND id IN (:ids)
-- name: hold-lease
SELECT 1 FROM signalbox.nodes
WHERE incarnation = :owner AND split_part(:owner, '@', 2) IN ('', CAST(extract(epoch FROM pg_postmaster_start_time()) AS text))
FOR KEY SHARE
