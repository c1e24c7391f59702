CREATE TABLE sent_flags (
    id VARCHAR(64) PRIMARY KEY,
    message_group VARCHAR(255),
    payload LONGTEXT NOT NULL,
    created_at DATETIME(6) NOT NULL,
    sent BOOLEAN NOT NULL DEFAULT FALSE
);
