package dev.signalbox.core.sink;

import dev.signalbox.core.message.Message;
import java.util.List;

/** One destination. Called from many virtual threads at once; blocks until there is an answer or a time-out. */
public interface Sink extends AutoCloseable {
    /** How much one call of {@link #send} takes. */
    SinkLimits limits();

    /**
     * Sends one batch. Failures of the destination are answers, never exceptions; an exception is a fault of the sink
     * itself, and the relay counts it as a failed attempt of the batch.
     */
    Answer send(List<Message> batch) throws InterruptedException;

    /** Gives up connections; sends under way may fail. */
    @Override
    void close();
}
