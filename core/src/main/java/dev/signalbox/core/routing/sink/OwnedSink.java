package dev.signalbox.core.routing.sink;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.message.Message;
import dev.signalbox.core.sink.Sink;
import java.util.List;

/** A sink that records something in the database of the messages. What it writes for a fenced owner changes nothing. */
public interface OwnedSink extends Sink {
    /** Sends one batch of this owner. */
    Answer send(Incarnation owner, List<Message> batch, long notAfter) throws InterruptedException;

    /** {@inheritDoc} Without an owner, nothing can be recorded. */
    @Override
    default Answer send(List<Message> batch, long notAfter) {
        throw new IllegalStateException("this sink records what it sends for an owner");
    }
}
