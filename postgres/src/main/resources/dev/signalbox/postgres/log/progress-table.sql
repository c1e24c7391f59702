CREATE TABLE IF NOT EXISTS {progress} (
    topic text NOT NULL,
    publisher text NOT NULL,
    last_position bigint NOT NULL DEFAULT 0,
    status text NOT NULL DEFAULT 'ACTIVE' CHECK (status IN ('ACTIVE', 'PAUSED', 'FAILED')),
    error_count int NOT NULL DEFAULT 0,
    last_error text,
    last_published_at timestamptz,
    leader_instance text,
    leader_since timestamptz,
    leader_heartbeat timestamptz,
    PRIMARY KEY (topic, publisher)
) WITH (fillfactor = 50)
