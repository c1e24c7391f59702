CREATE TABLE IF NOT EXISTS events (
    type           varchar(64) NOT NULL,
    tags           text[]      NOT NULL DEFAULT '{}',
    data           json        NOT NULL,
    transaction_id xid8        NOT NULL DEFAULT pg_current_xact_id(),
    position       bigserial   PRIMARY KEY,
    occurred_at    timestamptz NOT NULL DEFAULT clock_timestamp()
);

-- Without fastupdate, because each search would otherwise scan the list of pending entries.
CREATE INDEX IF NOT EXISTS events_tags ON events USING gin (tags) WITH (fastupdate = off);

CREATE INDEX IF NOT EXISTS events_type ON events (type, position);

-- Finds unseen events by their transaction, wherever their position is.
CREATE INDEX IF NOT EXISTS events_transaction ON events (transaction_id, position);

CREATE TABLE IF NOT EXISTS commands (
    transaction_id xid8        NOT NULL PRIMARY KEY DEFAULT pg_current_xact_id(),
    type           varchar(64) NOT NULL,
    data           json        NOT NULL,
    metadata       json,
    occurred_at    timestamptz NOT NULL DEFAULT clock_timestamp()
);
