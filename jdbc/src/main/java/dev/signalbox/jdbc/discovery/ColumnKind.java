package dev.signalbox.jdbc.discovery;

/** The kinds of types that columns of outbox tables have, on any database. */
public enum ColumnKind {
    TEXT,
    UUID,
    NUMBER,
    BOOLEAN,
    TIME,
    JSON,
    BYTES,
    OTHER
}
