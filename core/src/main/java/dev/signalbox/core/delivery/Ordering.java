package dev.signalbox.core.delivery;

/** What a failing message means for those behind it in its group. */
public enum Ordering {
    /** They wait until it is delivered or dead-lettered. */
    BLOCK,
    /** They continue at once; the failed one is retried later. */
    SKIP,
    /** Groups are ignored: every message is independent. */
    NONE
}
