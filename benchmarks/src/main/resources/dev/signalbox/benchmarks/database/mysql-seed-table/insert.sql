INSERT INTO {table} (id, type, message_group, payload, status, created_at)
VALUES (:id, :type, :group, :payload, 'PENDING', NOW())
