-- name: notices
CREATE TABLE notices (number BIGINT PRIMARY KEY, customer TEXT NOT NULL)

-- name: outbox
CREATE TABLE notice_outbox (
    id VARCHAR(13) PRIMARY KEY, type VARCHAR(20) NOT NULL, message_group VARCHAR(255), payload TEXT NOT NULL,
    status VARCHAR(20) NOT NULL, retry_count INT NOT NULL DEFAULT 0,
    created_at TIMESTAMP NOT NULL, processed_at TIMESTAMP, error_message TEXT
)

-- name: index
CREATE INDEX idx_notice_outbox_status ON notice_outbox (status, message_group, created_at)

-- name: rights
GRANT SELECT, UPDATE ON notice_outbox TO signalbox

-- name: insert-notice
INSERT INTO notices (number, customer) VALUES (?, ?)

-- name: insert-outbox
INSERT INTO notice_outbox (id, message_group, payload, type, status, created_at)
VALUES (?, ?, ?, 'EVENT', 'PENDING', clock_timestamp() AT TIME ZONE 'UTC')

-- name: has-platform
SELECT (to_regclass('signalbox_platform.queue') IS NOT NULL)::int

-- name: waiting
SELECT (SELECT count(*) FROM notice_outbox WHERE status IN ('PENDING', 'PROCESSING')),
       (SELECT count(*) FROM signalbox_platform.queue) + (SELECT count(*) FROM signalbox_platform.deferred)

-- name: deliveries
-- The state of each notice at each receiver. A notice that the outbox has handed over counts as delivered if the platform
-- has no job for it: if it did not arrive, it is lost.
SELECT n.id::bigint, s.code,
       CASE
         WHEN j.status = 3 THEN 'delivered'
         WHEN j.status IN (4, 5) AND j.ended_at IS NOT NULL THEN 'dead'
         WHEN j.id IS NOT NULL THEN 'waiting'
         WHEN n.status = 'COMPLETED' THEN 'delivered'
         WHEN n.status = 'FAILED' THEN 'dead'
         ELSE 'waiting'
       END
  FROM notice_outbox AS n
 CROSS JOIN signalbox_platform.subscriptions AS s
  LEFT JOIN signalbox_platform.events AS e ON e.deduplication_id = 'notice-' || n.id
  LEFT JOIN signalbox_platform.jobs AS j ON j.event = e.id AND j.stream = s.id
