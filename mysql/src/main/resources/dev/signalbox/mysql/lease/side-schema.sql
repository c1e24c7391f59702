-- Names are compared byte by byte, whatever collation the database has.

-- One row per life of a node. Whoever writes for it locks its row in share mode first; whoever takes over from it
-- deletes the row. Nothing else ever changes it, so that renewals and writes do not wait for each other.
CREATE TABLE IF NOT EXISTS signalbox_nodes (
    incarnation varchar(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    node varchar(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
    joined_at datetime(6) NOT NULL,
    coordination varchar(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    PRIMARY KEY (incarnation)
) ENGINE = InnoDB ROW_FORMAT = DYNAMIC;

-- Until when a node's lease lasts, in UTC, renewed every second; and the sessions by which it writes.
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

-- Which incarnation owns which shard of a relay, from 0 to 63, or the whole of it, which is -1.
CREATE TABLE IF NOT EXISTS signalbox_shards (
    relay varbinary(512) NOT NULL,
    shard int NOT NULL,
    incarnation varchar(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    acquired_at datetime(6) NOT NULL,
    PRIMARY KEY (relay, shard)
) ENGINE = InnoDB ROW_FORMAT = DYNAMIC;

-- What an operator has decided about a relay. Takeovers of a relay take turns by locking its row.
CREATE TABLE IF NOT EXISTS signalbox_relays (
    relay varbinary(512) NOT NULL,
    paused_at datetime(6) NULL,
    paused_by varchar(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NULL,
    pause_reason text CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NULL,
    PRIMARY KEY (relay)
) ENGINE = InnoDB ROW_FORMAT = DYNAMIC;

-- What an incarnation holds, so that it is given back as soon as that incarnation is fenced. The ids are a JSON array
-- of texts.
CREATE TABLE IF NOT EXISTS signalbox_claims (
    relay varbinary(512) NOT NULL,
    incarnation varchar(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    number bigint NOT NULL,
    claimed_at datetime(6) NOT NULL,
    ids longtext CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
    PRIMARY KEY (relay, incarnation, number)
) ENGINE = InnoDB ROW_FORMAT = DYNAMIC;

-- Messages that may have ended the process that was sending them.
CREATE TABLE IF NOT EXISTS signalbox_suspects (
    relay varbinary(512) NOT NULL,
    id varbinary(2048) NOT NULL,
    level smallint NOT NULL,
    crashes int NOT NULL DEFAULT 0,
    in_flight boolean NOT NULL DEFAULT false,
    PRIMARY KEY (relay, id)
) ENGINE = InnoDB ROW_FORMAT = DYNAMIC;

-- The clusters that have a message which others of its route still lack.
CREATE TABLE IF NOT EXISTS signalbox_deliveries (
    relay varbinary(512) NOT NULL,
    id varbinary(2048) NOT NULL,
    cluster varbinary(64) NOT NULL,
    delivered_at datetime(6) NOT NULL,
    PRIMARY KEY (relay, id, cluster)
) ENGINE = InnoDB ROW_FORMAT = DYNAMIC;

-- Failures of messages whose table has no columns for them. Of a parked one, a dead letter, the attempts are those that it
-- was given up after: let go by hand, it begins anew.
CREATE TABLE IF NOT EXISTS signalbox_failures (
    relay varbinary(512) NOT NULL,
    id varbinary(2048) NOT NULL,
    attempts int NOT NULL,
    error text CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NULL,
    parked boolean NOT NULL DEFAULT false,
    changed_at datetime(6) NOT NULL,
    PRIMARY KEY (relay, id)
) ENGINE = InnoDB ROW_FORMAT = DYNAMIC;
