INSERT INTO {table} (id, type, message_group, payload)
VALUES (:id, :type, :group, :payload)
