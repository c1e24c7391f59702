package dev.signalbox.core.log;

/** What a failing event means for those behind it. */
public enum LogOrdering {
    /** All of them wait: positions are delivered exactly in their order. */
    GLOBAL,
    /** Those of its group wait; events without a group wait for nobody. */
    GROUP,
    /** Nobody waits. */
    NONE
}
