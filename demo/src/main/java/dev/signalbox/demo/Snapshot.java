package dev.signalbox.demo;

import dev.signalbox.demo.nodes.NodeView;
import dev.signalbox.demo.nodes.PairStatus;
import dev.signalbox.demo.notifications.NotificationsView;
import dev.signalbox.demo.orders.OrdersView;
import dev.signalbox.demo.receiver.Latencies;
import dev.signalbox.demo.receiver.Ledger;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * All figures at one moment.
 *
 * @param examples those that are shown beside the shop
 * @param news the newest last
 */
public record Snapshot(
        Duration running,
        Phase phase,
        Sold sold,
        Table table,
        Work work,
        List<NodeView> nodes,
        Wallets wallets,
        ExampleViews examples,
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

    /** The examples; empty where one is left out. */
    public record ExampleViews(Optional<OrdersView> orders, Optional<NotificationsView> notifications) {}

    /** What the shop did. */
    public record Sold(long orders, long messages, long rolledBack) {}

    /** What the outbox tables hold, both together. */
    public record Table(long pending, long processing, long failed) {}

    /**
     * What the nodes did, and what was done to them.
     *
     * @param retries failed attempts that were followed by another one
     * @param kills how often one was killed
     */
    public record Work(long retries, int kills) {}

    /**
     * The event log, and who publishes it.
     *
     * @param received what the receiver got of it
     * @param pairs none where there is no log
     */
    public record Wallets(Ledger.Totals received, List<Pair> pairs) {
        /** Where there is no log. */
        public static final Wallets NONE = new Wallets(Ledger.Totals.NONE, List.of());

        public Wallets {
            pairs = List.copyOf(pairs);
        }
    }

    /**
     * One publisher of a topic.
     *
     * @param delivered how many of the events that were committed it has published
     */
    public record Pair(PairStatus status, long delivered) {}

    /**
     * What the nodes think of the receiver.
     *
     * @param problem why one pauses, empty if none does
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

    /** All that the receiver got, of the shop and of the wallets. */
    public Ledger.Totals allReceived() {
        return received.plus(wallets.received());
    }

    /** Messages and events that were overtaken, wherever they went. */
    public long violations() {
        return allReceived().violations()
                + examples.orders().map(it -> it.kafka().violations()).orElse(0L)
                + examples.notifications().map(it -> it.queues().violations()).orElse(0L);
    }

    public Snapshot {
        nodes = List.copyOf(nodes);
        news = List.copyOf(news);
    }
}
