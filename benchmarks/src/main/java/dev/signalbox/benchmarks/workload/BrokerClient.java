package dev.signalbox.benchmarks.workload;

/** What sends messages to a broker. */
public enum BrokerClient {
    /** Signalbox's sink. */
    SIGNALBOX,
    /** The broker's client library with the same settings. */
    RAW
}
