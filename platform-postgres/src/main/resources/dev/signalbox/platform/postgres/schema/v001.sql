-- Version 1 of the platform's tables. Later versions only add. Ids begin with the time of the database's clock, so tables
-- that are partitioned by id are partitioned by day.

CREATE TABLE signalbox_platform.schema_version (
    version integer PRIMARY KEY,
    installed_at timestamptz NOT NULL DEFAULT now()
);

-- One row. Ingest compares matching_version; nodes that deliver reload what settings_version says has changed. Keys of events
-- before oldest_kept are free again.
CREATE TABLE signalbox_platform.registry (
    one boolean PRIMARY KEY DEFAULT true CHECK (one),
    matching_version bigint NOT NULL DEFAULT 1,
    settings_version bigint NOT NULL DEFAULT 1,
    oldest_kept bigint NOT NULL DEFAULT 0
) WITH (fillfactor = 10);

INSERT INTO signalbox_platform.registry DEFAULT VALUES;

-- The types whose subscriptions have changed with a version of matching.
CREATE TABLE signalbox_platform.registry_changes (
    version bigint,
    type text,
    PRIMARY KEY (version, type)
);

CREATE TABLE signalbox_platform.event_types (
    id bigint PRIMARY KEY,
    code text NOT NULL UNIQUE,
    name text NOT NULL,
    description text,
    status text NOT NULL DEFAULT 'CURRENT' CHECK (status IN ('CURRENT', 'ARCHIVE')),
    created_at timestamptz NOT NULL DEFAULT now(),
    updated_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE signalbox_platform.dispatch_pools (
    id bigint PRIMARY KEY,
    client text NOT NULL,
    code text NOT NULL,
    name text NOT NULL,
    description text,
    rate_limit integer NOT NULL,
    concurrency integer NOT NULL,
    status text NOT NULL DEFAULT 'ACTIVE' CHECK (status IN ('ACTIVE', 'SUSPENDED', 'ARCHIVED')),
    changed_in bigint NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    updated_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT dispatch_pools_code UNIQUE (client, code)
);

CREATE TABLE signalbox_platform.service_accounts (
    id bigint PRIMARY KEY,
    client text NOT NULL,
    name text NOT NULL,
    bearer_token text,
    signing_secret text,
    changed_in bigint NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    updated_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT service_accounts_name UNIQUE (client, name)
);

-- A deleted subscription stays as long as jobs of it may turn up.
CREATE TABLE signalbox_platform.subscriptions (
    id bigint PRIMARY KEY,
    client text NOT NULL,
    code text NOT NULL,
    name text NOT NULL,
    description text,
    target text NOT NULL,
    queue text,
    mode text NOT NULL CHECK (mode IN ('IMMEDIATE', 'NEXT_ON_ERROR', 'BLOCK_ON_ERROR')),
    dispatch_pool bigint REFERENCES signalbox_platform.dispatch_pools,
    service_account bigint REFERENCES signalbox_platform.service_accounts,
    timeout_seconds integer NOT NULL,
    max_retries integer NOT NULL,
    sequence integer NOT NULL,
    data_only boolean NOT NULL,
    max_age_seconds integer NOT NULL,
    delay_seconds integer NOT NULL,
    status text NOT NULL CHECK (status IN ('ACTIVE', 'PAUSED')),
    pause_reason text,
    while_paused text NOT NULL CHECK (while_paused IN ('KEEP', 'DROP')),
    custom_config text NOT NULL,
    secret text NOT NULL,
    previous_secret text,
    previous_secret_until timestamptz,
    changed_in bigint NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    updated_at timestamptz NOT NULL DEFAULT now(),
    deleted_at timestamptz
);

CREATE UNIQUE INDEX subscriptions_code ON signalbox_platform.subscriptions (client, code) WHERE deleted_at IS NULL;

CREATE INDEX subscriptions_changed ON signalbox_platform.subscriptions (changed_in);

CREATE INDEX subscriptions_pool ON signalbox_platform.subscriptions (dispatch_pool) WHERE dispatch_pool IS NOT NULL;

CREATE INDEX subscriptions_account ON signalbox_platform.subscriptions (service_account) WHERE service_account IS NOT NULL;

CREATE TABLE signalbox_platform.bindings (
    subscription bigint REFERENCES signalbox_platform.subscriptions,
    place smallint,
    event_type bigint,
    type text NOT NULL,
    spec_version text,
    PRIMARY KEY (subscription, place)
);

CREATE INDEX bindings_type ON signalbox_platform.bindings (type, subscription);

-- The deduplication ids of events and the idempotency keys of direct jobs: a digest of kind, client and id. A table of its own,
-- because a unique constraint can't span partitions.
CREATE TABLE signalbox_platform.deduplication_keys (
    key uuid PRIMARY KEY,
    id bigint NOT NULL
);

CREATE TABLE signalbox_platform.events (
    id bigint NOT NULL,
    client text NOT NULL,
    type text NOT NULL,
    spec_version text NOT NULL,
    source text,
    subject text,
    time timestamptz,
    data text,
    correlation_id text,
    causation_id text,
    deduplication_id text,
    message_group text,
    context_data jsonb,
    job_count integer NOT NULL,
    PRIMARY KEY (id)
) PARTITION BY RANGE (id);

CREATE INDEX events_type ON signalbox_platform.events (type, id);

CREATE INDEX events_subject ON signalbox_platform.events (subject, id) WHERE subject IS NOT NULL;

CREATE INDEX events_correlation ON signalbox_platform.events (correlation_id, id) WHERE correlation_id IS NOT NULL;

-- A digest of each pair of key and value in context_data.
CREATE TABLE signalbox_platform.event_context (
    event bigint NOT NULL,
    entry bigint NOT NULL,
    PRIMARY KEY (entry, event)
) PARTITION BY RANGE (event);

-- What an attempt changes has a fixed width and is in no index, and pages have room for a second version: updates stay there.
-- status: 0 PENDING, 1 QUEUED, 3 COMPLETED, 4 ERROR, 5 CANCELLED. A stream is a subscription, or, below zero, a digest of
-- client and target of direct jobs. position is 0 before the job is in its stream.
CREATE TABLE signalbox_platform.jobs (
    id bigint NOT NULL,
    event bigint,
    stream bigint NOT NULL,
    position bigint NOT NULL,
    next_attempt_at timestamptz,
    ended_at timestamptz,
    status smallint NOT NULL,
    attempts smallint NOT NULL DEFAULT 0,
    client text NOT NULL,
    PRIMARY KEY (id)
) PARTITION BY RANGE (id);

CREATE INDEX jobs_stream ON signalbox_platform.jobs (stream, id);

-- What only direct jobs have.
CREATE TABLE signalbox_platform.tasks (
    id bigint NOT NULL,
    kind text NOT NULL,
    code text NOT NULL,
    source text,
    subject text,
    event bigint,
    subscription bigint,
    target_url text NOT NULL,
    payload text,
    payload_content_type text,
    message_group text,
    mode text NOT NULL,
    dispatch_pool bigint,
    service_account bigint,
    timeout_seconds integer NOT NULL,
    max_retries integer NOT NULL,
    sequence integer NOT NULL,
    data_only boolean NOT NULL,
    scheduled_for timestamptz,
    expires_at timestamptz,
    correlation_id text,
    idempotency_key text,
    external_id text,
    headers text NOT NULL,
    metadata text,
    secret text,
    PRIMARY KEY (id)
) PARTITION BY RANGE (id);

CREATE INDEX tasks_subscription ON signalbox_platform.tasks (subscription, id) WHERE subscription IS NOT NULL;

CREATE INDEX tasks_event ON signalbox_platform.tasks (event, id) WHERE event IS NOT NULL;

CREATE TABLE signalbox_platform.attempts (
    job bigint NOT NULL,
    number integer NOT NULL,
    attempted_at timestamptz NOT NULL,
    duration_millis integer NOT NULL,
    success boolean NOT NULL,
    response_code integer,
    response_body text,
    error_message text,
    counted boolean NOT NULL,
    PRIMARY KEY (job, number)
) PARTITION BY RANGE (job);

-- The jobs whose status is ERROR or CANCELLED, for lists.
CREATE TABLE signalbox_platform.ended (
    client text NOT NULL,
    status smallint NOT NULL,
    job bigint NOT NULL,
    reason text,
    PRIMARY KEY (client, status, job)
) PARTITION BY RANGE (job);

CREATE INDEX ended_status ON signalbox_platform.ended (status, job);

-- Positions follow the order within a request, so the sequence keeps none back for a session.
CREATE SEQUENCE signalbox_platform.queue_position CACHE 1;

-- What waits. Rows of a subscription take delay and age from it; due_at and expires_at are a row's own. A row with a due_at
-- needs no delay: it had its first attempt, or an operator wants it now. A direct job has no event here.
CREATE TABLE signalbox_platform.queue (
    stream bigint,
    position bigint DEFAULT nextval('signalbox_platform.queue_position'),
    xid xid8 NOT NULL DEFAULT pg_current_xact_id(),
    job bigint NOT NULL,
    event bigint,
    accepted_at timestamptz NOT NULL DEFAULT now(),
    due_at timestamptz,
    expires_at timestamptz,
    attempts smallint NOT NULL DEFAULT 0,
    message_group text,
    PRIMARY KEY (stream, position)
) WITH (
    autovacuum_vacuum_scale_factor = 0,
    autovacuum_vacuum_threshold = 10000,
    autovacuum_vacuum_insert_scale_factor = 0,
    autovacuum_vacuum_insert_threshold = 100000,
    autovacuum_vacuum_cost_delay = 0,
    vacuum_truncate = false
);

-- Finds the streams of transactions that ended since the last read, and where in them the rows are.
CREATE INDEX queue_late ON signalbox_platform.queue (xid, stream, position);

CREATE INDEX queue_expiry ON signalbox_platform.queue (expires_at) WHERE expires_at IS NOT NULL;

-- Direct jobs that are not due. They get their position when they are.
CREATE TABLE signalbox_platform.scheduled (
    due_at timestamptz,
    job bigint,
    stream bigint NOT NULL,
    message_group text,
    expires_at timestamptz,
    PRIMARY KEY (due_at, job)
);

CREATE INDEX scheduled_expiry ON signalbox_platform.scheduled (expires_at) WHERE expires_at IS NOT NULL;

-- ERROR without a next attempt in a group that stands until the job is retried or cancelled.
CREATE TABLE signalbox_platform.given_up (
    stream bigint,
    position bigint,
    job bigint NOT NULL,
    message_group text,
    given_up_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (stream, position)
);

CREATE INDEX given_up_group ON signalbox_platform.given_up (stream, message_group, position);

-- Rows of held groups that a read has met, out of the way of further reads. Their age stands still since held_since.
CREATE TABLE signalbox_platform.deferred (
    stream bigint,
    position bigint,
    job bigint NOT NULL,
    event bigint,
    accepted_at timestamptz NOT NULL,
    due_at timestamptz,
    expires_at timestamptz,
    attempts smallint NOT NULL,
    message_group text NOT NULL,
    held_since timestamptz NOT NULL,
    PRIMARY KEY (stream, position)
);

CREATE INDEX deferred_group ON signalbox_platform.deferred (stream, message_group, position);

-- What the owner of a stream is to do, because it may have the job in memory. kind: 1 end the job, 2 let its group go on.
CREATE TABLE signalbox_platform.job_requests (
    job bigint,
    kind smallint,
    stream bigint NOT NULL,
    message_group text,
    reason text,
    requested_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (job, kind)
);

-- The numbers that make ids of several nodes differ.
CREATE TABLE signalbox_platform.node_numbers (
    number integer PRIMARY KEY,
    holder text NOT NULL,
    expires_at timestamptz NOT NULL
);
