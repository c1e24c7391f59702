CREATE SCHEMA signalbox;
CREATE TABLE signalbox.nodes (
    incarnation text PRIMARY KEY,
    node text,
    joined_at timestamptz,
    expires_at timestamptz);
CREATE TABLE signalbox.claims (
    incarnation text,
    number bigint,
    relay text,
    claimed_at timestamptz,
    ids text[],
    PRIMARY KEY (relay, incarnation, number));
CREATE TABLE signalbox.suspects (
    relay text,
    id text,
    level smallint,
    crashes int DEFAULT 0,
    in_flight boolean DEFAULT false,
    ended_at timestamptz,
    PRIMARY KEY (relay, id));
CREATE TABLE signalbox.failures (
    relay text,
    id text,
    attempts int NOT NULL,
    error text,
    parked boolean NOT NULL DEFAULT false,
    changed_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (relay, id));
