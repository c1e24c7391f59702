package dev.signalbox.core.log;

/** What a failing event means for those behind it. */
public enum LogOrdering {
    /** All of them wait: positions are delivered exactly in order. */
    GLOBAL,
    /** Those of its group wait; ungrouped events are independent. */
    GROUP,
    /** None of them waits. */
    NONE
}
