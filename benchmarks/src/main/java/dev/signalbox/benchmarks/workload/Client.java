package dev.signalbox.benchmarks.workload;

/** Who speaks to a destination that anybody can speak to by a library of its own. */
public enum Client {
    /** Signalbox's sink. */
    SIGNALBOX,
    /** The library itself, with the same settings. */
    RAW
}
