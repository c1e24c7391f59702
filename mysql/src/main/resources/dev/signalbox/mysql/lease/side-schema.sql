-- Names are compared byte by byte, whatever collation the database has.

-- One row per incarnation. A write of the node first locks the row in share mode, and a takeover deletes it. Nothing
-- else changes it, so renewals and writes do not wait for each other.
CREATE TABLE IF NOT EXISTS signalbox_nodes (
    incarnation varchar(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    node varchar(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
    joined_at datetime(6) NOT NULL,
    coordination varchar(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    PRIMARY KEY (incarnation)
) ENGINE = InnoDB ROW_FORMAT = DYNAMIC;

-- The end of a node's lease in UTC, renewed every second, and the sessions that the node writes with.
CREATE TABLE IF NOT EXISTS signalbox_leases (
    incarnation varchar(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    expires_at datetime(6) NOT NULL,
    sessions varchar(1000) CHARACTER SET ascii COLLATE ascii_bin NOT NULL DEFAULT '',
    PRIMARY KEY (incarnation)
) ENGINE = InnoDB ROW_FORMAT = DYNAMIC;

-- The relays that a node wants to work on.
CREATE TABLE IF NOT EXISTS signalbox_candidates (
    relay varbinary(512) NOT NULL,
    incarnation varchar(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    PRIMARY KEY (incarnation, relay)
) ENGINE = InnoDB ROW_FORMAT = DYNAMIC;

-- The incarnation that owns a shard of a relay, from 0 to 63, or the whole relay, which is -1.
CREATE TABLE IF NOT EXISTS signalbox_shards (
    relay varbinary(512) NOT NULL,
    shard int NOT NULL,
    incarnation varchar(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    acquired_at datetime(6) NOT NULL,
    PRIMARY KEY (relay, shard)
) ENGINE = InnoDB ROW_FORMAT = DYNAMIC;

-- What an operator has decided about a relay. Takeovers of a relay lock its row.
CREATE TABLE IF NOT EXISTS signalbox_relays (
    relay varbinary(512) NOT NULL,
    paused_at datetime(6) NULL,
    paused_by varchar(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NULL,
    pause_reason text CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NULL,
    PRIMARY KEY (relay)
) ENGINE = InnoDB ROW_FORMAT = DYNAMIC;

-- The rows that an incarnation has claimed, so that they are released as soon as it is fenced. The ids are a JSON array
-- of strings.
CREATE TABLE IF NOT EXISTS signalbox_claims (
    relay varbinary(512) NOT NULL,
    incarnation varchar(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    number bigint NOT NULL,
    claimed_at datetime(6) NOT NULL,
    ids longtext CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
    PRIMARY KEY (relay, incarnation, number)
) ENGINE = InnoDB ROW_FORMAT = DYNAMIC;

-- Messages that were in flight when a process ended uncleanly. Level 1: at one end. Otherwise they are suspects, and the
-- level is one more than the number of suspects that may be in flight together.
CREATE TABLE IF NOT EXISTS signalbox_suspects (
    relay varbinary(512) NOT NULL,
    id varbinary(2048) NOT NULL,
    level smallint NOT NULL,
    crashes int NOT NULL DEFAULT 0,
    in_flight boolean NOT NULL DEFAULT false,
    PRIMARY KEY (relay, id)
) ENGINE = InnoDB ROW_FORMAT = DYNAMIC;

-- The last unclean end at which the message was in flight, in UTC. NULL means that an earlier version recorded it: not
-- long ago.
ALTER TABLE signalbox_suspects ADD COLUMN ended_at datetime(6) NULL;

-- The delivery ledger: the clusters that have a message which others of its route still lack.
CREATE TABLE IF NOT EXISTS signalbox_deliveries (
    relay varbinary(512) NOT NULL,
    id varbinary(2048) NOT NULL,
    cluster varbinary(64) NOT NULL,
    delivered_at datetime(6) NOT NULL,
    PRIMARY KEY (relay, id, cluster)
) ENGINE = InnoDB ROW_FORMAT = DYNAMIC;

-- Failures of messages whose table has no columns for them. For a parked message, a dead letter, attempts is the count
-- at which it was given up. After a retry by hand it starts at zero.
CREATE TABLE IF NOT EXISTS signalbox_failures (
    relay varbinary(512) NOT NULL,
    id varbinary(2048) NOT NULL,
    attempts int NOT NULL,
    error text CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NULL,
    parked boolean NOT NULL DEFAULT false,
    changed_at datetime(6) NOT NULL,
    PRIMARY KEY (relay, id)
) ENGINE = InnoDB ROW_FORMAT = DYNAMIC;
