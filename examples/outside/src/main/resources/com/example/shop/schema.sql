CREATE TABLE orders (id varchar(255) PRIMARY KEY, total int NOT NULL);
CREATE TABLE bills (order_id varchar(255) NOT NULL);
CREATE TABLE outbox_events (
    id            varchar(13) PRIMARY KEY,
    type          varchar(20) NOT NULL,
    message_group varchar(255),
    payload       text        NOT NULL,
    status        varchar(20) NOT NULL,
    retry_count   int         NOT NULL DEFAULT 0,
    created_at    timestamp   NOT NULL,
    processed_at  timestamp,
    error_message text
);
