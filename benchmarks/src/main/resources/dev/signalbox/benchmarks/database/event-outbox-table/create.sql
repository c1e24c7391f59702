CREATE TABLE {table} (
    event_id VARCHAR(64) PRIMARY KEY,
    event_type VARCHAR(100) NOT NULL,
    aggregate_type VARCHAR(50) NOT NULL,
    aggregate_id BIGINT NOT NULL,
    status VARCHAR(20) NOT NULL,
    payload JSON NOT NULL,
    created_at TIMESTAMP NOT NULL,
    published_at TIMESTAMP
);

CREATE INDEX idx_event_outbox_status ON {table} (status, created_at);
CREATE INDEX idx_event_outbox_claim ON {table} (status, aggregate_id, created_at);

CREATE TABLE {processed_events} (
    event_id VARCHAR(64) PRIMARY KEY,
    status VARCHAR(20) NOT NULL,
    created_at TIMESTAMP NOT NULL,
    updated_at TIMESTAMP NOT NULL
);
