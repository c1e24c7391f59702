package dev.signalbox.core.admin;

/** The state of a message, independent of its table's status words. */
public enum MessageState {
    /** Waits to be delivered. */
    PENDING,
    /** Marked as being delivered. */
    PROCESSING,
    /** Delivered. */
    COMPLETED,
    /** Dead-lettered. */
    FAILED
}
