INSERT INTO commands (type, data, metadata)
VALUES (?, ?::json, ?::json)
