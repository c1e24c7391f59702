INSERT INTO signalbox_nodes (incarnation, node, joined_at, coordination)
VALUES (:incarnation, :node, UTC_TIMESTAMP(6), :coordination)
ON DUPLICATE KEY UPDATE coordination = :coordination
