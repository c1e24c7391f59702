package dev.signalbox.core.sink;

import dev.signalbox.core.message.Message;
import java.util.List;

/** One destination. Called from many virtual threads at once; blocks until there is an answer or a timeout. */
public interface Sink extends AutoCloseable {
    /** How much one call of {@link #send} takes. */
    SinkLimits limits();

    /**
     * Sends one batch. Failures of the destination are answers, never exceptions; an exception is a fault of the sink
     * itself, and the relay counts it as a failed attempt of the batch.
     */
    Answer send(List<Message> batch) throws InterruptedException;

    /**
     * The same for a sink that does not send everything at once: a message whose sending has not begun at this time of
     * the relay's clock is not sent any more, because the work may belong to another node then.
     */
    default Answer send(List<Message> batch, long notAfter) throws InterruptedException {
        return send(batch);
    }

    /** The batches being sent belong to another node now: the sink may drop what has not left yet. */
    default void abandon() {}

    /** Closes connections; sends under way may fail. */
    @Override
    void close();
}
