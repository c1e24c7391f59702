CREATE TABLE outbox_events (
    id VARCHAR(40) PRIMARY KEY,
    message_group VARCHAR(255),
    payload TEXT NOT NULL,
    created_at TIMESTAMP NOT NULL,
    sent BOOLEAN NOT NULL DEFAULT FALSE
);
