package dev.signalbox.demo;

import dev.signalbox.demo.receiver.Latencies;
import dev.signalbox.demo.receiver.Ledger;
import java.time.Duration;
import java.util.List;

/**
 * All figures at one moment.
 *
 * @param news the newest last
 */
public record Snapshot(
        Duration running,
        Phase phase,
        Sold sold,
        Table table,
        Work work,
        Destination destination,
        Ledger.Totals received,
        Latencies.Quantiles latency,
        Rates rates,
        List<News.Item> news) {

    /** Where the demo is. */
    public enum Phase {
        RUNNING,
        DRAINING
    }

    /** What the shop did. */
    public record Sold(long orders, long messages, long rolledBack) {}

    /** What the outbox tables hold, both together. */
    public record Table(long pending, long processing, long failed) {}

    /** What the relay did: failed attempts that were followed by another one. */
    public record Work(long retries) {}

    /**
     * What the relay thinks of the receiver.
     *
     * @param problem why it pauses, empty if it doesn't
     * @param since for how long it has been so
     */
    public record Destination(boolean delivering, String problem, Duration since) {}

    /** Per second: the latest figure, and the seconds before, the newest last. */
    public record Rates(double orders, double delivered, List<Long> orderHistory, List<Long> deliveredHistory) {
        public Rates {
            orderHistory = List.copyOf(orderHistory);
            deliveredHistory = List.copyOf(deliveredHistory);
        }
    }

    public Snapshot {
        news = List.copyOf(news);
    }
}
