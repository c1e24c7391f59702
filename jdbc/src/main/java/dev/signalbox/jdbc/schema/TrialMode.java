package dev.signalbox.jdbc.schema;

/** How a check proves that Signalbox can write to a table. Nothing of it is ever committed. */
public enum TrialMode {
    /** It only compares. */
    NONE,
    /** It writes to a temporary copy of the table with one of its rows. No trigger fires, no row is locked. */
    COPY,
    /** It writes to a row of the table and rolls back. Triggers of the table fire. */
    ROW
}
