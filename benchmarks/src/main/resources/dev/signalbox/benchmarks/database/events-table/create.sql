CREATE TABLE {table} (
    type VARCHAR(64) NOT NULL,
    tags TEXT[] NOT NULL,
    data JSON NOT NULL,
    transaction_id XID8 NOT NULL DEFAULT pg_current_xact_id(),
    position BIGSERIAL PRIMARY KEY,
    occurred_at TIMESTAMPTZ NOT NULL DEFAULT clock_timestamp()
);

CREATE INDEX ON {table} (transaction_id, position);

CREATE INDEX ON {table} USING gin (tags);
