CREATE SCHEMA signalbox;

-- One row per incarnation. Its lease is renewed every second, so the fill factor leaves room for updates in place.
CREATE TABLE IF NOT EXISTS signalbox.nodes (
    incarnation text PRIMARY KEY,
    node text NOT NULL,
    joined_at timestamptz NOT NULL DEFAULT now(),
    expires_at timestamptz NOT NULL
) WITH (fillfactor = 50);

-- The relays that the node wants to work on, and how it shares them.
ALTER TABLE signalbox.nodes ADD COLUMN IF NOT EXISTS relays text[] NOT NULL DEFAULT '{}';
ALTER TABLE signalbox.nodes ADD COLUMN IF NOT EXISTS coordination text NOT NULL DEFAULT 'leader';

-- The incarnation that owns a shard of a relay, from 0 to 63, or the whole relay, which is -1.
CREATE TABLE IF NOT EXISTS signalbox.shards (
    relay text,
    shard int,
    incarnation text NOT NULL,
    acquired_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (relay, shard)
);

-- An operator's settings for a relay.
CREATE TABLE IF NOT EXISTS signalbox.relays (
    relay text PRIMARY KEY,
    paused_at timestamptz,
    paused_by text,
    pause_reason text
);

-- The claims of an incarnation, so that they are recovered as soon as it is fenced.
CREATE TABLE IF NOT EXISTS signalbox.claims (
    incarnation text,
    number bigint,
    relay text NOT NULL,
    claimed_at timestamptz NOT NULL,
    ids text[] NOT NULL,
    PRIMARY KEY (relay, incarnation, number)
);

-- Messages that were in flight when a process ended uncleanly. Level 1: at one end. Otherwise they are suspects, and the level
-- is one more than the number of suspects that may be in flight together.
CREATE TABLE IF NOT EXISTS signalbox.suspects (
    relay text,
    id text,
    level smallint NOT NULL,
    crashes int NOT NULL DEFAULT 0,
    in_flight boolean NOT NULL DEFAULT false,
    PRIMARY KEY (relay, id)
);

-- The last unclean end at which the message was in flight. NULL means that an earlier version recorded it: not long ago.
ALTER TABLE signalbox.suspects ADD COLUMN IF NOT EXISTS ended_at timestamptz;

-- The clusters that have a message which others of its route still lack.
CREATE TABLE IF NOT EXISTS signalbox.deliveries (
    relay text,
    id text,
    cluster text,
    delivered_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (relay, id, cluster)
);

-- Failures of messages whose table has no columns for them. The attempts of a parked row, a dead letter, are those before it
-- was given up. If an operator releases it, the count restarts.
CREATE TABLE IF NOT EXISTS signalbox.failures (
    relay text,
    id text,
    attempts int NOT NULL,
    error text,
    parked boolean NOT NULL DEFAULT false,
    changed_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (relay, id)
);

-- The cursor of a feed in a log. Events up to position are done if their transaction is below horizon, or equals horizon and
-- they are up to cut. So are those in ahead. Those in parked are not. Position repeats what we wrote last into the progress
-- table that operators see: if the two differ, an operator moved the feed.
CREATE TABLE IF NOT EXISTS signalbox.pairs (
    log text,
    topic text,
    publisher text,
    position bigint NOT NULL,
    horizon bigint NOT NULL,
    cut bigint NOT NULL,
    revision bigint NOT NULL,
    ahead bigint[] NOT NULL DEFAULT '{}',
    failed_position bigint,
    failed_attempts int NOT NULL DEFAULT 0,
    failed_reason text,
    stopped boolean NOT NULL DEFAULT false,
    replay boolean NOT NULL DEFAULT false,
    owner text,
    opened_at timestamptz NOT NULL DEFAULT now(),
    deaths int NOT NULL DEFAULT 0,
    PRIMARY KEY (log, topic, publisher)
) WITH (fillfactor = 50);

-- Changes whenever the feed starts or is moved, which invalidates checkpoints of earlier generations.
ALTER TABLE signalbox.pairs ADD COLUMN IF NOT EXISTS generation bigint NOT NULL
    DEFAULT CAST(extract(epoch FROM clock_timestamp()) * 1000000 AS bigint);

-- Deferred groups, or ungrouped events, that are not done although the cursor of the feed is past them.
CREATE TABLE IF NOT EXISTS signalbox.parked (
    log text,
    topic text,
    publisher text,
    single bigint,
    message_group text,
    stragglers bigint[] NOT NULL,
    from_position bigint NOT NULL,
    done bigint[] NOT NULL,
    failed_position bigint,
    failed_attempts int,
    failed_reason text,
    stopped boolean NOT NULL,
    replay boolean NOT NULL DEFAULT false,
    parked_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (log, topic, publisher, single, message_group)
);

-- The dead letters of feeds.
CREATE TABLE IF NOT EXISTS signalbox.dead_letters (
    log text,
    topic text,
    publisher text,
    position bigint,
    message_group text,
    attempts int NOT NULL,
    reason text NOT NULL,
    failed_at timestamptz NOT NULL DEFAULT now(),
    replay boolean NOT NULL DEFAULT false,
    PRIMARY KEY (log, topic, publisher, position)
);

-- Partial indexes on replay requests, because lookups are frequent and requests are rare.
CREATE INDEX IF NOT EXISTS parked_replay ON signalbox.parked (log, topic, publisher) WHERE replay;
CREATE INDEX IF NOT EXISTS dead_letters_replay ON signalbox.dead_letters (log, topic, publisher, position) WHERE replay;
