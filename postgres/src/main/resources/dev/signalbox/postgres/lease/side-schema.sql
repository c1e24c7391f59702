CREATE SCHEMA signalbox;

-- One row per life of a node. Renewed every second, so room is left for updates in place.
CREATE TABLE IF NOT EXISTS signalbox.nodes (
    incarnation text PRIMARY KEY,
    node text NOT NULL,
    joined_at timestamptz NOT NULL DEFAULT now(),
    expires_at timestamptz NOT NULL
) WITH (fillfactor = 50);

-- The relays that the node wants to work on, and how it shares them.
ALTER TABLE signalbox.nodes ADD COLUMN IF NOT EXISTS relays text[] NOT NULL DEFAULT '{}';
ALTER TABLE signalbox.nodes ADD COLUMN IF NOT EXISTS coordination text NOT NULL DEFAULT 'leader';

-- Which incarnation owns which shard of a relay, from 0 to 63, or the whole of it, which is -1.
CREATE TABLE IF NOT EXISTS signalbox.shards (
    relay text,
    shard int,
    incarnation text NOT NULL,
    acquired_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (relay, shard)
);

-- What an operator has decided about a relay.
CREATE TABLE IF NOT EXISTS signalbox.relays (
    relay text PRIMARY KEY,
    paused_at timestamptz,
    paused_by text,
    pause_reason text
);

-- What an incarnation holds, so that it is given back as soon as that incarnation is fenced.
CREATE TABLE IF NOT EXISTS signalbox.claims (
    incarnation text,
    number bigint,
    relay text NOT NULL,
    claimed_at timestamptz NOT NULL,
    ids text[] NOT NULL,
    PRIMARY KEY (relay, incarnation, number)
);

-- Messages that may have ended the process that was sending them.
CREATE TABLE IF NOT EXISTS signalbox.suspects (
    relay text,
    id text,
    level smallint NOT NULL,
    crashes int NOT NULL DEFAULT 0,
    in_flight boolean NOT NULL DEFAULT false,
    PRIMARY KEY (relay, id)
);

-- The clusters that have a message which others of its route still lack.
CREATE TABLE IF NOT EXISTS signalbox.deliveries (
    relay text,
    id text,
    cluster text,
    delivered_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (relay, id, cluster)
);

-- Failures of messages whose table has no columns for them. Of a parked one, a dead letter, the attempts are those that it
-- was given up after: let go by hand, it begins anew.
CREATE TABLE IF NOT EXISTS signalbox.failures (
    relay text,
    id text,
    attempts int NOT NULL,
    error text,
    parked boolean NOT NULL DEFAULT false,
    changed_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (relay, id)
);

-- How far a topic's publisher has come in a log: everything up to position of a transaction below horizon is done, of
-- that one up to cut, besides what is ahead and apart from what is parked. The position is what we wrote last beside it,
-- where operators see it: if it differs there, somebody moved it.
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

-- Another number whenever the pair began or was moved: what was noted elsewhere before that counts for nothing.
ALTER TABLE signalbox.pairs ADD COLUMN IF NOT EXISTS generation bigint NOT NULL
    DEFAULT CAST(extract(epoch FROM clock_timestamp()) * 1000000 AS bigint);

-- Groups, or single events, that are not done although the pair's position is past them.
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

-- Events that were given up.
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

-- What operators want to be tried again is looked for all the time, and is hardly ever there: not among all the others.
CREATE INDEX IF NOT EXISTS parked_replay ON signalbox.parked (log, topic, publisher) WHERE replay;
CREATE INDEX IF NOT EXISTS dead_letters_replay ON signalbox.dead_letters (log, topic, publisher, position) WHERE replay;
