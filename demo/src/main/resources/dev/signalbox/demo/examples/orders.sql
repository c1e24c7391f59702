-- name: service-sums
-- The sums of the service, in the form of the consumer's.
SELECT concat_ws(' ', customer_name, status), concat_ws(' ', count(*), sum(amount))
  FROM orders GROUP BY customer_name, status

-- name: consumer-sums
-- The sums of the consumer.
SELECT concat_ws(' ', customer_name, status), concat_ws(' ', orders, amount)
  FROM customer_orders WHERE orders <> 0 OR amount <> 0

-- name: event-counts
-- The service's events, and those of them that are not delivered yet.
SELECT count(*), count(*) FILTER (WHERE sent_at IS NULL) FROM outbox_events

-- name: inbox-count
SELECT count(*) FROM signalbox_inbox

-- name: order-count
SELECT count(*) FROM orders

-- name: dead-letter-count
SELECT count(*) FROM dead_letters

-- name: events
SELECT id, CASE WHEN sent_at IS NULL THEN 'waiting' ELSE 'delivered' END FROM outbox_events

-- name: inbox
SELECT message_id::bigint FROM signalbox_inbox WHERE message_id ~ '^[0-9]{1,9}$'
