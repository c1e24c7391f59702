-- name: notification-count
SELECT count(*) FROM notification

-- name: event-counts
-- All events; those that wait, failed, are in the inbox of their listener, and are marked as published and nowhere else.
SELECT count(*),
       count(*) FILTER (WHERE e.status = 'PENDING'),
       count(*) FILTER (WHERE e.status = 'FAILED'),
       count(i.message_id),
       count(*) FILTER (WHERE e.status = 'PROCESSED' AND i.message_id IS NULL
                          AND NOT EXISTS (SELECT 1 FROM dead_letter d WHERE d.event_id = e.event_id))
  FROM EventOutbox e
  LEFT JOIN signalbox_inbox i
    ON i.message_id = e.event_id AND i.consumer_group = 'notification.' || lower(e.aggregate_type)

-- name: unknown-inbox-entries
-- Entries of the inbox without an event for that listener.
SELECT count(*)
  FROM signalbox_inbox i
 WHERE NOT EXISTS (SELECT 1 FROM EventOutbox e
                    WHERE e.event_id = i.message_id AND i.consumer_group = 'notification.' || lower(e.aggregate_type))

-- name: dead-letters
SELECT count(*) FROM dead_letter

-- name: request-counts
SELECT (SELECT count(*) FROM reservation), (SELECT count(*) FROM food_order)

-- name: without-events
-- Orders and steps of reservations without an event.
SELECT (SELECT count(*) FROM (
            SELECT id FROM food_order
            EXCEPT SELECT (payload ->> 'orderId')::bigint FROM EventOutbox WHERE event_type = 'ORDER_CREATED') o)
     + (SELECT count(*) FROM (
            (SELECT id, 'RESERVATION_REQUESTED' FROM reservation
             UNION SELECT id, 'RESERVATION_' || status FROM reservation)
            EXCEPT SELECT (payload ->> 'reservationId')::bigint, event_type FROM EventOutbox
                    WHERE event_type <> 'ORDER_CREATED') r)

-- name: wrong-notifications
-- Notifications of processed events that are missing, and notifications that are too many.
WITH choice AS (
    SELECT DISTINCT ON (p.user_id, p.channel, t.event_type)
           u.aggregate_type, u.aggregate_id, t.event_type, p.user_id, p.channel, p.wanted
      FROM (SELECT DISTINCT event_type FROM EventOutbox) t
      JOIN preference p ON p.event_type IN ('*', t.event_type)
      JOIN app_user u ON u.id = p.user_id
     ORDER BY p.user_id, p.channel, t.event_type, p.event_type = '*'),
due AS (
    SELECT e.event_id, c.user_id, c.channel, e.event_type
      FROM EventOutbox e
      JOIN signalbox_inbox i
        ON i.message_id = e.event_id AND i.consumer_group = 'notification.' || lower(e.aggregate_type)
      JOIN choice c USING (aggregate_type, aggregate_id, event_type)
     WHERE c.wanted),
made AS (SELECT event_id, recipient, channel, event_type FROM notification)
SELECT (SELECT count(*) FROM (TABLE due EXCEPT ALL TABLE made) missing)
     + (SELECT count(*) FROM (TABLE made EXCEPT ALL TABLE due) surplus)
