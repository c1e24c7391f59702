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

    /**
     * The same for a sink that does not send everything at once: what has not begun to leave at this time of the relay's clock
     * does not leave any more, for the work may be another node's then.
     */
    default Answer send(List<Message> batch, long notAfter) throws InterruptedException {
        return send(batch);
    }

    /** What is being sent is another node's now: as far as it has not left, it need not. */
    default void abandon() {}

    /** Gives up connections; sends under way may fail. */
    @Override
    void close();
}
