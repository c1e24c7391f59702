package dev.signalbox.testkit.sink;

import dev.signalbox.core.message.Message;
import dev.signalbox.core.sink.Sink;
import dev.signalbox.core.time.Clock;
import java.util.List;
import java.util.Optional;

/** A sink under test with a destination of its own. */
public interface SinkFixture extends AutoCloseable {
    /** The sink, which sends to the destination. Its calls end within a few seconds. */
    Sink sink();

    /** A sink of the same kind whose destination cannot be reached. */
    Sink unreachable();

    /** The clock that {@code notAfter} is a time of. */
    default Clock clock() {
        return Clock.SYSTEM;
    }

    /** The ids of the messages that the destination has, in the order of their arrival, as far as it keeps one. */
    List<String> received() throws Exception;

    /** Has the destination take connections and say nothing, until {@link #resume}. */
    void hang() throws Exception;

    void resume() throws Exception;

    /** A message that the sink or its destination refuses, whatever else is in the batch; empty if it takes any. */
    Optional<Message> refused(String id);

    /** Whether a call sends its messages one by one, so that it can leave out those that come too late. */
    boolean sendsOneByOne();

    @Override
    void close();
}
