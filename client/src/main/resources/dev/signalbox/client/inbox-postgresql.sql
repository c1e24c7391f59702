CREATE TABLE {table} (
    message_id text NOT NULL,
    consumer_group text NOT NULL,
    processed_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (consumer_group, message_id)
);
-- For the clean-up.
CREATE INDEX ON {table} (processed_at)
