package dev.signalbox.spring;

/** What can be said of a table without writing to it. */
public enum TableState {
    /** It is there and, on PostgreSQL, the application may insert into it. */
    READY,
    /** The application has no right to insert. */
    NOT_WRITABLE,
    /** It is not there, or the application may not see it. */
    MISSING
}
