-- Messages that are kept for a cluster.

-- name: owed
-- Those of the groups that something is kept of.
SELECT DISTINCT CAST(t.message_group AS char(255)) AS message_group
FROM {table} t
WHERE t.status IN ('PENDING', 'PROCESSING'
    ) AND t.message_group IN (:groups)

-- name: owed-or-failed
-- Those of the groups that something is kept of, or has failed.
SELECT DISTINCT CAST(t.message_group AS char(255)) AS message_group
FROM {table} t
WHERE t.status IN ('PENDING', 'PROCESSING'
    , 'FAILED'
    ) AND t.message_group IN (:groups)

-- name: owe
-- Keeps a message unless it is kept already.
INSERT INTO {table} (id, message_group, type, payload, headers)
VALUES (:id, :message_group, :type, :payload, :headers)
ON DUPLICATE KEY UPDATE id = VALUES(id)
