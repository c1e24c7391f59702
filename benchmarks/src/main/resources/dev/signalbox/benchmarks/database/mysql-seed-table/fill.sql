INSERT INTO {table} (id, type, message_group, payload, status, created_at)
SELECT {id}, {type}, {group}, {payload}, 'PENDING', TIMESTAMP '2026-01-01 00:00:00' + INTERVAL n DIV 1000 SECOND
FROM (SELECT k, k + :first AS n FROM numbers WHERE k < :count) AS slice
ORDER BY k
