CREATE TABLE sent_times (
    id VARCHAR(64) PRIMARY KEY,
    message_group VARCHAR(255),
    payload LONGTEXT NOT NULL,
    created_at DATETIME(6) NOT NULL,
    processed_at DATETIME(6)
);
