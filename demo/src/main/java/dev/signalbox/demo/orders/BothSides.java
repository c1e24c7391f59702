package dev.signalbox.demo.orders;

import dev.signalbox.demo.database.OwnDatabase;
import dev.signalbox.demo.examples.Numbers;
import dev.signalbox.jdbc.SqlCollection;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;

/** Looks into the service's database and into the consumer's, neither of which knows of the other. */
final class BothSides implements AutoCloseable {
    private static final SqlCollection SQL = SqlCollection.load(BothSides.class, "orders.sql");
    private static final int READ_AT_ONCE = 2000;

    private final Connection service;
    private final Connection consumer;

    BothSides(OwnDatabase service, OwnDatabase consumer) throws SQLException {
        this.service = service.connect("demo-orders");
        boolean connected = false;
        try {
            this.consumer = consumer.connect("demo-orders");
            connected = true;
        } finally {
            if (!connected) {
                this.service.close();
            }
        }
    }

    /** The consumer's side is read first, so that it is never ahead. */
    synchronized OrdersStanding look() throws SQLException {
        long heard = numbers(consumer, "heard")[0];
        Map<String, String> added = sums(consumer, "added");
        boolean agree = added.equals(sums(service, "taken"));
        long[] recorded = numbers(service, "recorded");
        return new OrdersStanding(recorded[0], recorded[1], heard, agree);
    }

    synchronized OrdersAudit audit(Customers customers, EventLedger ledger, long unread) throws SQLException {
        Rows events = rows(service, "events");
        BitSet heard = rows(consumer, "inbox").all();
        BitSet arrived = ledger.arrived();
        Map<String, String> taken = sums(service, "taken");
        Map<String, String> added = sums(consumer, "added");
        long missing = Math.max(0, customers.placed() - numbers(service, "order-count")[0])
                + Math.max(
                        0,
                        customers.placed() + customers.changes() - events.all().cardinality());
        long waiting = without(events.all(), arrived, events.done());
        return new OrdersAudit(
                customers.placed(),
                customers.changes(),
                events.all().cardinality(),
                waiting,
                missing + without(events.done(), arrived),
                without(arrived, events.all()) + without(heard, events.all()),
                without(arrived, heard),
                unread,
                numbers(consumer, "dead-letter-count")[0],
                waiting > 0 ? 0 : different(taken, added),
                ledger.totals());
    }

    private static long different(Map<String, String> taken, Map<String, String> added) {
        Map<String, String> all = new HashMap<>(taken);
        all.putAll(added);
        return all.keySet().stream()
                .filter(key -> !String.valueOf(taken.get(key)).equals(String.valueOf(added.get(key))))
                .count();
    }

    private static long without(BitSet all, BitSet... left) {
        BitSet rest = (BitSet) all.clone();
        for (BitSet some : left) {
            rest.andNot(some);
        }
        return rest.cardinality();
    }

    /** Numbers of rows, and of those that are done. */
    private record Rows(BitSet all, BitSet done) {}

    private static Rows rows(Connection connection, String query) throws SQLException {
        Rows rows = new Rows(new BitSet(), new BitSet());
        connection.setAutoCommit(false); // otherwise the driver would read them all at once
        try (Statement statement = connection.createStatement()) {
            statement.setFetchSize(READ_AT_ONCE);
            try (ResultSet result = statement.executeQuery(SQL.text(query))) {
                while (result.next()) {
                    rows.all().set(result.getInt(1));
                    rows.done().set(result.getInt(1), result.getBoolean(2));
                }
            }
        } finally {
            connection.rollback();
            connection.setAutoCommit(true);
        }
        return rows;
    }

    private static Map<String, String> sums(Connection connection, String query) throws SQLException {
        Map<String, String> sums = new HashMap<>();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(SQL.text(query))) {
            while (rows.next()) {
                sums.put(rows.getString(1), rows.getString(2));
            }
        }
        return sums;
    }

    private static long[] numbers(Connection connection, String query) throws SQLException {
        return Numbers.of(connection, SQL.text(query));
    }

    @Override
    public void close() throws SQLException {
        try (service) {
            consumer.close();
        }
    }
}
