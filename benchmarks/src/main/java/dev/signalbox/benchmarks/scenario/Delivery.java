package dev.signalbox.benchmarks.scenario;

import dev.signalbox.benchmarks.competitor.Competitor;
import dev.signalbox.benchmarks.competitor.Progress;
import dev.signalbox.benchmarks.workload.DeliveryCounter;
import dev.signalbox.benchmarks.workload.Destination;
import dev.signalbox.benchmarks.workload.MessageReceiver;
import dev.signalbox.benchmarks.workload.ReceivedMessages;
import dev.signalbox.core.coordination.Coordinator.CoordinationException;
import dev.signalbox.core.time.Clock;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;

/** One competitor that delivers from one table to one receiver. */
final class Delivery implements AutoCloseable {
    private static final Duration BETWEEN_CHECKS = Duration.ofMillis(2);

    private final Competitor competitor;
    private final BenchContext context;
    private final MessageReceiver receiver;
    private final ReceivedMessages received;
    private final Progress progress;

    /** Rebuilds the table with the messages that wait at the beginning; live ones are read at once, and timed. */
    Delivery(
            BenchContext context,
            Competitor competitor,
            Destination destination,
            int waiting,
            int messages,
            boolean live)
            throws IOException, SQLException, InterruptedException {
        this.context = context;
        this.competitor = competitor;
        this.progress = new Progress(new DeliveryCounter(messages));
        this.received = new ReceivedMessages(messages, !live && competitor.keepsGlobalOrder(), live);
        context.server().rebuild(competitor.table(), waiting);
        this.receiver = context.receivers().open(destination, competitor.usesRawClient(), live, received);
    }

    Competitor.Running prepare() throws SQLException, CoordinationException {
        return competitor.prepare(context.server(), receiver.sink(), progress);
    }

    ReceivedMessages received() {
        return received;
    }

    DeliveryCounter recorded() {
        return progress.recorded();
    }

    String trouble() {
        return progress.trouble().orElse("it did not say why");
    }

    /** Waits until the condition is true, the competitor has given up, or the time is over. */
    void await(BooleanSupplier condition, Duration longest) throws InterruptedException {
        long deadline = Clock.SYSTEM.nanos() + longest.toNanos();
        while (!condition.getAsBoolean() && !progress.isOver() && Clock.SYSTEM.nanos() < deadline) {
            Thread.sleep(BETWEEN_CHECKS);
        }
    }

    /** What went wrong, after everything that was sent has been read. */
    List<String> faults() throws InterruptedException {
        receiver.readAll();
        List<String> faults = new ArrayList<>(received.faults());
        progress.trouble().ifPresent(faults::add);
        long missing = received.expected() - received.distinct().count();
        if (missing > 0) {
            faults.add(missing + " of " + received.expected() + " not delivered");
        }
        return faults;
    }

    @Override
    public void close() {
        receiver.close();
    }
}
