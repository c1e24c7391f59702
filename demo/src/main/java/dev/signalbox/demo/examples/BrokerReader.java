package dev.signalbox.demo.examples;

import java.util.Optional;

/** Reads all messages of an example from its broker, beside the example's own consumers, for the comparison at the end. */
public interface BrokerReader extends Runnable {
    /** Reads until the end is asked for, and then everything that is there by then. */
    @Override
    void run();

    /** Why it did not read everything. */
    Optional<String> failure();
}
