-- Keeps a message unless it is kept already.
INSERT INTO {table} (id, message_group, type, payload, headers)
VALUES (:id, :message_group, :type, :payload, :headers)
ON DUPLICATE KEY UPDATE id = VALUES(id)
