package dev.signalbox.benchmarks.workload;

import dev.signalbox.core.sink.Sink;

/** A destination of one run: the sink that sends to it, and a reader that records what arrives. */
public interface MessageReceiver extends AutoCloseable {
    Sink sink();

    /** Returns when everything that was sent is recorded. Called after the last send. */
    default void readAll() throws InterruptedException {
        // Recorded before the answer
    }

    @Override
    void close();
}
