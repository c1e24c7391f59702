package dev.signalbox.testkit.sim;

/** Faults that can be planted, to prove that the simulator finds them. */
public enum PlantedFault {
    /** No fault. */
    NONE,
    /** A settlement is recorded although its owner has been fenced. */
    UNFENCED_SETTLEMENT,
    /** A retried message takes its place behind those that followed it. */
    OVERTAKING_RETRY,
    /** A relay is given to a second owner while the first one still trusts its lease. */
    TWO_OWNERS,
    /** A row that was committed late is never read. */
    SKIPPED_LATE_ROW,
    /** A row that was released stays claimed. */
    LOST_RELEASE,
    /** The source returns more than there is room for. */
    UNBOUNDED_BUFFER,
    /** A shard is released while messages of it are still in flight. */
    HASTY_RELEASE,
    /** A node that owns some shards works on all of them. */
    FOREIGN_SHARDS,
    /** All outlets have the same circuit. */
    ONE_CIRCUIT_FOR_ALL,
    /** The source returns messages of outlets that cannot send. */
    DEAD_OUTLETS_READ;

    /** Whether it shows only where a relay has several outlets. */
    boolean needsOutlets() {
        return this == ONE_CIRCUIT_FOR_ALL || this == DEAD_OUTLETS_READ;
    }
}
