package dev.signalbox.benchmarks.workload;

import dev.signalbox.core.message.Message;
import dev.signalbox.core.sink.Answer;
import dev.signalbox.core.sink.Sink;
import dev.signalbox.core.sink.SinkLimits;
import java.util.List;

/** A sink that only records messages. */
record InProcessReceiver(ReceivedMessages received) implements MessageReceiver, Sink {
    private static final SinkLimits LIMITS = new SinkLimits(500, 4L << 20);

    @Override
    public SinkLimits limits() {
        return LIMITS;
    }

    @Override
    public Answer send(List<Message> batch) {
        for (Message message : batch) {
            received.arrived(Workload.numberIn(message.payload().bytes(), 0));
        }
        return Answer.DELIVERED;
    }

    @Override
    public Sink sink() {
        return this;
    }

    @Override
    public void close() {
        // Nothing is open.
    }
}
