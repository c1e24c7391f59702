-- Sample users. Existing rows stay unchanged.
INSERT INTO restaurant VALUES (1, 'Osteria Lucia'), (2, 'The Golden Duck') ON CONFLICT DO NOTHING;
INSERT INTO customer VALUES (1, 'Ada'), (2, 'Bob') ON CONFLICT DO NOTHING;
INSERT INTO agency VALUES (1, 'Table & Train') ON CONFLICT DO NOTHING;

INSERT INTO app_user VALUES
    (11, 'Lucia, owner', 'RESTAURANT', 1),
    (12, 'Marco, waiter', 'RESTAURANT', 1),
    (13, 'Nina, kitchen', 'RESTAURANT', 1),
    (21, 'Wei, owner', 'RESTAURANT', 2),
    (31, 'Ada', 'CUSTOMER', 1),
    (32, 'Bob', 'CUSTOMER', 2),
    (41, 'Tom, travel desk', 'AGENCY', 1),
    (42, 'Uma, travel desk', 'AGENCY', 1),
    (51, 'Zoe, operations', 'ADMIN', 1)
ON CONFLICT DO NOTHING;

-- Lucia gets mail and a message for everything, Marco nothing but reservations, and Nina nothing but orders.
INSERT INTO preference (user_id, channel, event_type, wanted) VALUES
    (11, 'EMAIL', '*', true),
    (11, 'SMS', '*', true),
    (12, 'PUSH', '*', true),
    (12, 'PUSH', 'ORDER_CREATED', false),
    (13, 'PUSH', 'ORDER_CREATED', true),
    (21, 'EMAIL', '*', true),
    (31, 'EMAIL', '*', true),
    (31, 'PUSH', '*', true),
    (32, 'SMS', '*', true),
    (32, 'SMS', 'ORDER_CREATED', false),
    (41, 'EMAIL', '*', true),
    (42, 'EMAIL', '*', true),
    (51, 'IN_APP', '*', true)
ON CONFLICT DO NOTHING;
