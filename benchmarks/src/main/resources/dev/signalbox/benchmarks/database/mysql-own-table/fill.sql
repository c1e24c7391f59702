INSERT INTO {table} (id, type, message_group, payload)
SELECT {id}, {type}, {group}, {payload}
FROM (SELECT k, k + :first AS n FROM numbers WHERE k < :count) AS slice
ORDER BY k
