package dev.signalbox.core.delivery;

/** What the messages of one group owe to each other. */
public enum Ordering {
    /** A message waits until everything before it in its group is settled for good. */
    BLOCK,
    /** A message waits for what is being sent before it, but not for what waits for its next attempt. */
    SKIP,
    /** Messages wait for nothing. */
    NONE
}
