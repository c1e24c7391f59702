package dev.signalbox.demo.examples;

/** What a comparison of both ends of an example found. */
public interface ExampleAudit {
    /** Events that say delivered and have not arrived, and what was confirmed and is in no table. */
    long lost();

    /** Events that arrived and were never committed. */
    long phantoms();

    /** Events that came after one that is behind them. */
    long violations();

    /** Whether all is as it should be, also what the example itself promises. */
    boolean promisesKept();
}
