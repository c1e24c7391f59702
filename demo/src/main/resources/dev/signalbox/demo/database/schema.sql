-- name: orders
CREATE TABLE orders (
    id BIGINT PRIMARY KEY,
    customer INT NOT NULL,
    total NUMERIC(10, 2) NOT NULL,
    currency VARCHAR(3) NOT NULL,
    state VARCHAR(20) NOT NULL,
    created_at TIMESTAMP NOT NULL
)

-- name: outbox
CREATE TABLE <table> (
    id VARCHAR(13) PRIMARY KEY, type VARCHAR(20) NOT NULL, message_group VARCHAR(255), payload TEXT NOT NULL,
    status VARCHAR(20) NOT NULL, retry_count INT NOT NULL DEFAULT 0,
    created_at TIMESTAMP NOT NULL, processed_at TIMESTAMP, error_message TEXT
)

-- name: index
CREATE INDEX idx_<table>_status ON <table> (status, message_group, created_at)
