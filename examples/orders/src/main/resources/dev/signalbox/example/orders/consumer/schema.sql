-- The lock serialises programs that start at the same time and create the tables.
SELECT pg_advisory_lock(6011997);

-- Orders may be negative for a moment: a change can be read before the creation of its order, from another topic.
CREATE TABLE IF NOT EXISTS customer_orders (
    customer_name varchar(200)   NOT NULL,
    status        varchar(200)   NOT NULL,
    orders        bigint         NOT NULL,
    amount        numeric(20, 2) NOT NULL,
    PRIMARY KEY (customer_name, status)
);

-- The table of dev.signalbox.client.Inbox.
CREATE TABLE IF NOT EXISTS signalbox_inbox (
    message_id     text        NOT NULL,
    consumer_group text        NOT NULL,
    processed_at   timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (consumer_group, message_id)
);
CREATE INDEX IF NOT EXISTS signalbox_inbox_processed_at ON signalbox_inbox (processed_at);

CREATE TABLE IF NOT EXISTS dead_letters (
    topic     varchar(249) NOT NULL,
    partition int          NOT NULL,
    "offset"  bigint       NOT NULL,
    payload   bytea,
    reason    text         NOT NULL,
    since     timestamptz  NOT NULL DEFAULT now(),
    PRIMARY KEY (topic, partition, "offset")
);

SELECT pg_advisory_unlock(6011997);
