package dev.signalbox.core.delivery;

/** What a failing message means for those behind it in its group. */
public enum Ordering {
    /** They wait until it is delivered or dead-lettered. */
    BLOCK,
    /** They go on at once; the failed one comes again later. */
    SKIP,
    /** Groups mean nothing: every message goes by itself. */
    NONE
}
