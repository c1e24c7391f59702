package dev.signalbox.platform.job;

/** What became of an operator's wish about a job. */
public enum JobChange {
    DONE,
    /** There is no such job. */
    NOT_FOUND,
    /** The job's status does not allow it. */
    NOT_POSSIBLE,
    /** The job waits in a stream whose owner may have it in memory: only the owner can do it. */
    NEEDS_OWNER
}
