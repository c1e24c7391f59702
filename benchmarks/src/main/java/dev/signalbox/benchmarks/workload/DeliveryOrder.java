package dev.signalbox.benchmarks.workload;

/** Which messages must not overtake each other. */
public enum DeliveryOrder {
    /** Those of one group. */
    WITHIN_GROUPS,
    OF_ALL
}
