package dev.signalbox.spring;

/** The state of a table, found without writing to it. */
public enum TableState {
    /** The table exists and, on PostgreSQL, the application may insert into it. */
    READY,
    /** The application has no right to insert. */
    NOT_WRITABLE,
    /** The table does not exist, or the application may not see it. */
    MISSING
}
