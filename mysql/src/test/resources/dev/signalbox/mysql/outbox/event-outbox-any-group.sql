CREATE TABLE EventOutbox (
    event_id VARCHAR(64) PRIMARY KEY,
    event_type VARCHAR(100) NOT NULL,
    aggregate_type VARCHAR(50) NOT NULL DEFAULT 'RESTAURANT',
    aggregate_id VARCHAR(255),
    status VARCHAR(20) NOT NULL DEFAULT 'PENDING',
    payload LONGTEXT NOT NULL,
    created_at DATETIME NOT NULL,
    published_at DATETIME
);

CREATE TABLE ProcessedEvent (
    event_id VARCHAR(64) PRIMARY KEY,
    status VARCHAR(20) NOT NULL,
    created_at DATETIME(6) NOT NULL,
    updated_at DATETIME(6) NOT NULL
);
