package dev.signalbox.platform.job;

/** Where a job comes from. */
public enum JobKind {
    /** An event. */
    EVENT,
    /** A client, directly. */
    TASK
}
