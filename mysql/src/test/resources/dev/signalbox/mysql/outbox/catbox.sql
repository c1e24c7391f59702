CREATE TABLE outbox_events (
    id VARCHAR(40) PRIMARY KEY,
    aggregate_type VARCHAR(255) NOT NULL DEFAULT 'Order',
    aggregate_id VARCHAR(255),
    event_type VARCHAR(255) NOT NULL,
    correlation_id VARCHAR(255),
    payload LONGTEXT NOT NULL,
    created_at DATETIME(6) NOT NULL,
    sent_at DATETIME(6),
    in_progress_until DATETIME(6)
);
