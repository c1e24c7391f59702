-- The cluster backlog.

-- name: groups-behind
-- Those of the given groups that have messages in the cluster backlog.
SELECT g.name
FROM unnest(:groups) AS g (name)
WHERE EXISTS (SELECT 1 FROM {table} t WHERE t.message_group = g.name)

-- name: groups-behind-or-failed
-- Those of the given groups that have waiting or failed messages in the cluster backlog.
SELECT g.name
FROM unnest(:groups) AS g (name)
WHERE EXISTS (SELECT 1 FROM {table} t WHERE t.message_group = g.name)
   OR EXISTS (SELECT 1 FROM {failed} f WHERE f.message_group = g.name)

-- name: add
-- Adds a message to the cluster backlog unless it is there already.
INSERT INTO {table} (id, message_group, type, payload, headers)
SELECT CAST(:id AS text), CAST(:message_group AS text), CAST(:type AS text), CAST(:payload AS text), CAST(:headers AS jsonb)
WHERE NOT EXISTS (SELECT 1 FROM {table} t
                  WHERE t.message_group = :message_group
                    AND t.id = :id)

-- name: add-ungrouped
-- Adds an ungrouped message to the cluster backlog unless it is there already.
INSERT INTO {table} (id, message_group, type, payload, headers)
SELECT CAST(:id AS text), CAST(:message_group AS text), CAST(:type AS text), CAST(:payload AS text), CAST(:headers AS jsonb)
WHERE NOT EXISTS (SELECT 1 FROM {table} t
                  WHERE t.message_group IS NULL
                    AND t.id = :id)
