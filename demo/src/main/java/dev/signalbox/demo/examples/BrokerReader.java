package dev.signalbox.demo.examples;

import java.util.Optional;

/**
 * Reads all messages of an example from its broker, in addition to the example's own consumers, for the final comparison.
 */
public interface BrokerReader extends Runnable {
    /** Reads until the end is requested, and then the rest of the messages. */
    @Override
    void run();

    /** Why it did not read everything. */
    Optional<String> failure();
}
