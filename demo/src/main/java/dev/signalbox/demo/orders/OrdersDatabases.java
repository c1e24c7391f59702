package dev.signalbox.demo.orders;

import dev.signalbox.demo.database.OwnDatabase;
import dev.signalbox.demo.examples.ExampleQueries;
import dev.signalbox.demo.workload.ReceivedMessages;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;

/** Compares the order service's database with its consumer's. */
final class OrdersDatabases implements AutoCloseable {
    private final ExampleQueries service;
    private final ExampleQueries consumer;

    /**
     * The progress of the consumer.
     *
     * @param behind events that the service has recorded and the consumer has not added
     * @param unsent events that are not delivered to Kafka
     * @param added events that the consumer has added
     * @param agree whether the sums of both sides are equal
     */
    record Progress(long behind, long unsent, long added, boolean agree) {
        static final Progress NONE = new Progress(0, 0, 0, true);

        boolean isComplete() {
            return agree && behind == 0 && unsent == 0;
        }
    }

    OrdersDatabases(OwnDatabase service, OwnDatabase consumer) throws SQLException {
        this.service = open(service.connect("demo-orders"));
        boolean connected = false;
        try {
            this.consumer = open(consumer.connect("demo-orders"));
            connected = true;
        } finally {
            if (!connected) {
                this.service.close();
            }
        }
    }

    private static ExampleQueries open(Connection connection) {
        return new ExampleQueries(connection, OrdersDatabases.class, "orders.sql");
    }

    /** Reads the consumer's side first, so that it is never ahead. */
    synchronized Progress progress() throws SQLException {
        long added = consumer.numbers("inbox-count")[0];
        boolean agree = sums(consumer, "consumer-sums").equals(sums(service, "service-sums"));
        long[] events = service.numbers("event-counts");
        return new Progress(Math.max(0, events[0] - added), events[1], added, agree);
    }

    synchronized OrdersAudit compare(OrderRequests requests, ReceivedMessages kafka, long unread) throws SQLException {
        BitSet events = new BitSet();
        BitSet delivered = new BitSet();
        service.forEach("events", row -> {
            events.set(row.getInt(1));
            delivered.set(row.getInt(1), row.getBoolean(2));
        });
        BitSet inbox = new BitSet();
        consumer.forEach("inbox", row -> inbox.set(row.getInt(1)));
        BitSet arrived = kafka.ids();
        long missing = Math.max(0, requests.placed() - service.numbers("order-count")[0])
                + Math.max(0, requests.placed() + requests.changes() - events.cardinality());
        long waiting = countWithout(events, arrived, delivered);
        return new OrdersAudit(
                requests.placed(),
                requests.changes(),
                events.cardinality(),
                waiting,
                missing + countWithout(delivered, arrived),
                countWithout(arrived, events) + countWithout(inbox, events),
                countWithout(arrived, inbox),
                unread,
                consumer.numbers("dead-letter-count")[0],
                waiting > 0 ? 0 : countDifferent(sums(service, "service-sums"), sums(consumer, "consumer-sums")),
                kafka.totals());
    }

    private static Map<String, String> sums(ExampleQueries queries, String name) throws SQLException {
        Map<String, String> sums = new HashMap<>();
        queries.forEach(name, row -> sums.put(row.getString(1), row.getString(2)));
        return sums;
    }

    private static long countDifferent(Map<String, String> service, Map<String, String> consumer) {
        Map<String, String> all = new HashMap<>(service);
        all.putAll(consumer);
        return all.keySet().stream()
                .filter(key -> !String.valueOf(service.get(key)).equals(String.valueOf(consumer.get(key))))
                .count();
    }

    private static long countWithout(BitSet all, BitSet... excluded) {
        BitSet rest = (BitSet) all.clone();
        for (BitSet some : excluded) {
            rest.andNot(some);
        }
        return rest.cardinality();
    }

    @Override
    public void close() throws SQLException {
        try (service) {
            consumer.close();
        }
    }
}
