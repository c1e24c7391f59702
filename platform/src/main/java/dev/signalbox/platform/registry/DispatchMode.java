package dev.signalbox.platform.registry;

/** What a failing job means for those behind it in its group. */
public enum DispatchMode {
    /** There is no order. */
    IMMEDIATE,
    /** The next one goes at once; the failed one is tried again later. */
    NEXT_ON_ERROR,
    /** The group waits until the job is delivered, retried or cancelled. */
    BLOCK_ON_ERROR
}
