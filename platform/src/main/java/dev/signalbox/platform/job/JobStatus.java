package dev.signalbox.platform.job;

/** How far a job is. */
public enum JobStatus {
    /** It could not be put on its queue. */
    PENDING,
    /** It waits. */
    QUEUED,
    /** A node has claimed it. */
    IN_PROGRESS,
    /** It is delivered. */
    COMPLETED,
    /** The last attempt failed. It is tried again if it has a time for that, or else given up. */
    ERROR,
    /** It expired, or an operator cancelled it. */
    CANCELLED
}
