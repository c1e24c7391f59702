package dev.signalbox.benchmarks.workload;

/** Which messages must not overtake each other. */
public enum Order {
    /** Those of one group. */
    WITHIN_GROUPS,
    /** None may overtake another. */
    OF_ALL
}
