package dev.signalbox.platform.job;

/** What became of an operator's wish about a job. */
public enum JobChange {
    DONE,
    /** There is no such job. */
    NOT_FOUND,
    /** The job's status does not allow it. */
    NOT_POSSIBLE,
    /** The pool or account that the job needs was deleted. */
    REFERENCE_GONE,
    /** The node that may have the job in memory was asked to do it, and has not confirmed it yet. */
    NEEDS_OWNER
}
