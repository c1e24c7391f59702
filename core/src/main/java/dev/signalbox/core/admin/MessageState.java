package dev.signalbox.core.admin;

/** Where a message is in its life, whatever words its table has for it. */
public enum MessageState {
    /** Waits to be delivered. */
    PENDING,
    /** Marked as being delivered by somebody. */
    PROCESSING,
    /** Delivered. */
    COMPLETED,
    /** Given up: a dead letter. */
    FAILED
}
