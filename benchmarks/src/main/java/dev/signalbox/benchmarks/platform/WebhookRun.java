package dev.signalbox.benchmarks.platform;

import dev.signalbox.benchmarks.workload.ReceivedMessages;
import dev.signalbox.core.time.Clock;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;

/** The webhooks of one run: each event has one job. */
record WebhookRun(PlatformNode node, ReceivedMessages received) {
    private static final Duration BETWEEN_CHECKS = Duration.ofMillis(5);
    /** How long to wait for the next delivery. */
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    /** Something that happens some time. */
    @FunctionalInterface
    interface Condition {
        boolean holds() throws SQLException;
    }

    /** Expects the webhooks of events from 0 on. */
    static WebhookRun expect(PlatformNode node, WebhookReceiver receiver, int events) {
        ReceivedMessages received = new ReceivedMessages(events, false, true);
        receiver.expect(received::arrived);
        return new WebhookRun(node, received);
    }

    /** Waits until everything is delivered, or nothing more happens. */
    void awaitDelivered() throws SQLException, InterruptedException {
        await(received.distinct()::isReached, received.distinct()::count);
    }

    /** The same, and until it is recorded. */
    void awaitRecorded() throws SQLException, InterruptedException {
        awaitDelivered();
        await(() -> !node.tables().isWaiting(), received.distinct()::count);
    }

    /** Waits until the condition holds, or the number has not changed for some time. */
    static void await(Condition condition, LongSupplier progress) throws SQLException, InterruptedException {
        long last = progress.getAsLong();
        long changed = Clock.SYSTEM.nanos();
        while (!condition.holds() && Clock.SYSTEM.nanos() - changed < PATIENCE.toNanos()) {
            Thread.sleep(BETWEEN_CHECKS);
            if (progress.getAsLong() != last) {
                last = progress.getAsLong();
                changed = Clock.SYSTEM.nanos();
            }
        }
    }

    /** What went wrong, after {@link #awaitDelivered}. */
    List<String> deliveryFaults() {
        List<String> faults = new ArrayList<>(received.faults());
        long missing = received.expected() - received.distinct().count();
        if (missing > 0) {
            faults.add(missing + " of " + received.expected() + " not delivered");
        }
        return faults;
    }

    /** What went wrong, after {@link #awaitRecorded}. */
    List<String> faults() throws SQLException {
        List<String> faults = deliveryFaults();
        if (node.tables().isWaiting()) {
            faults.add("not all recorded as delivered");
        }
        return faults;
    }
}
