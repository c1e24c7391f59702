-- The backlog of a cluster.

-- name: groups-behind
-- Those groups that have unsettled messages in the backlog.
SELECT DISTINCT CAST(t.message_group AS char(255)) AS message_group
FROM {table} t
WHERE t.status IN ('PENDING', 'PROCESSING'
    ) AND t.message_group IN (:groups)

-- name: groups-behind-or-failed
-- Those groups that have unsettled or failed messages in the backlog.
SELECT DISTINCT CAST(t.message_group AS char(255)) AS message_group
FROM {table} t
WHERE t.status IN ('PENDING', 'PROCESSING'
    , 'FAILED'
    ) AND t.message_group IN (:groups)

-- name: add
-- Adds a message unless the backlog contains it.
INSERT INTO {table} (id, message_group, type, payload, headers)
VALUES (:id, :message_group, :type, :payload, :headers)
ON DUPLICATE KEY UPDATE id = VALUES(id)
