package dev.signalbox.benchmarks.workload;

import java.io.IOException;

/** Opens the receivers of runs that send to one destination. */
interface Broker extends AutoCloseable {
    /**
     * @param raw whether the broker's client library sends messages, with the same settings as Signalbox's sink
     * @param live whether messages are read at once; otherwise they are read by {@link MessageReceiver#readAll}
     */
    MessageReceiver open(boolean raw, boolean live, ReceivedMessages received) throws IOException, InterruptedException;

    @Override
    default void close() throws IOException {}
}
