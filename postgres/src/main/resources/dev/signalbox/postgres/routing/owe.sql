-- Keeps a message unless it is kept already.
INSERT INTO {table} (id, message_group, type, payload, headers)
SELECT CAST(:id AS text), CAST(:message_group AS text), CAST(:type AS text), CAST(:payload AS text), CAST(:headers AS jsonb)
WHERE NOT EXISTS (SELECT 1 FROM {table} t
--[grouped]
                  WHERE t.message_group = :message_group
--[/]
--[alone]
                  WHERE t.message_group IS NULL
--[/]
                    AND t.id = :id)
