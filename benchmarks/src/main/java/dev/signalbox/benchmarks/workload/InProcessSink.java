package dev.signalbox.benchmarks.workload;

import dev.signalbox.core.message.Message;
import dev.signalbox.core.sink.Answer;
import dev.signalbox.core.sink.Sink;
import dev.signalbox.core.sink.SinkLimits;
import java.util.List;

/** A destination that takes no time: enters what it is given into the ledger. */
final class InProcessSink implements Sink {
    private static final SinkLimits LIMITS = new SinkLimits(500, 4L << 20);

    private final Ledger ledger;

    InProcessSink(Ledger ledger) {
        this.ledger = ledger;
    }

    @Override
    public SinkLimits limits() {
        return LIMITS;
    }

    @Override
    public Answer send(List<Message> batch) {
        for (Message message : batch) {
            ledger.arrived(Workload.numberIn(message.payload().bytes(), 0));
        }
        return Answer.DELIVERED;
    }

    @Override
    public void close() {
        // It holds nothing.
    }
}
