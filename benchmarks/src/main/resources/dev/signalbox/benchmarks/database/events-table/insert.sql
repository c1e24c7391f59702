INSERT INTO {table} (type, tags, data)
VALUES (:type, ARRAY['wallet_id=' || :group], CAST(:payload AS json))
