-- name: counts
SELECT count(CASE WHEN status = 'PENDING' THEN 1 END),
       count(CASE WHEN status = 'PROCESSING' THEN 1 END),
       count(CASE WHEN status = 'FAILED' THEN 1 END)
  FROM (SELECT status FROM outbox_events WHERE status IN ('PENDING', 'PROCESSING', 'FAILED')
        UNION ALL
        SELECT status FROM outbox_dispatch_jobs WHERE status IN ('PENDING', 'PROCESSING', 'FAILED')) messages

-- name: dead-letters
SELECT id, message_group, error_message FROM outbox_events WHERE status = 'FAILED'
UNION ALL
SELECT id, message_group, error_message FROM outbox_dispatch_jobs WHERE status = 'FAILED'
ORDER BY id DESC LIMIT 200

-- name: messages
SELECT id, CASE status WHEN 'COMPLETED' THEN 'delivered' WHEN 'FAILED' THEN 'dead' ELSE 'waiting' END FROM outbox_events
UNION ALL
SELECT id, CASE status WHEN 'COMPLETED' THEN 'delivered' WHEN 'FAILED' THEN 'dead' ELSE 'waiting' END FROM outbox_dispatch_jobs
