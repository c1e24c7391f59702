package dev.signalbox.demo.shop;

import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** The transactions of one clerk: an order and what is to be said about it, both or neither. */
final class Outbox implements AutoCloseable {
    private static final String STATE = "UPDATE orders SET state = ? WHERE id = ?";

    private final Connection connection;
    private final String orderSql;
    private final String eventSql;
    private final String jobSql;
    private final Tsids ids;
    private final Till till;

    /**
     * A clerk's own connection.
     *
     * @param now the time in UTC, as the database says it
     */
    Outbox(Connection connection, String now, Tsids ids, Till till) throws SQLException {
        this.connection = connection;
        this.orderSql = "INSERT INTO orders (id, customer, total, currency, state, created_at) VALUES (?, ?, ?, ?, ?, "
                + now + ")";
        this.eventSql = message("outbox_events", "EVENT", now);
        this.jobSql = message("outbox_dispatch_jobs", "DISPATCH_JOB", now);
        this.ids = ids;
        this.till = till;
        connection.setAutoCommit(false);
    }

    private static String message(String table, String type, String now) {
        return "INSERT INTO " + table + " (id, type, message_group, payload, status, created_at) VALUES (?, '" + type
                + "', ?, ?, 'PENDING', " + now + ")";
    }

    Till till() {
        return till;
    }

    /** Commits a new order. */
    void place(Order order) throws SQLException {
        insert(order);
        commit(List.of(event(order)), true);
    }

    /** Writes an order and its message, and then thinks better of it. */
    void placeAndRollBack(Order order) throws SQLException {
        insert(order);
        event(order);
        connection.rollback();
        till.countRollback();
    }

    /**
     * Commits an order's next step.
     *
     * @param job the number of the customer's next job, or 0 for none
     */
    void advance(Order order, int job) throws SQLException {
        run(STATE, order.state(), order.number());
        List<String> written = new ArrayList<>();
        written.add(event(order));
        if (job > 0) {
            String id = ids.next();
            run(jobSql, id, "customer-" + order.customer(), order.receipt(id, job));
            written.add(id);
        }
        commit(written, false);
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }

    private void insert(Order order) throws SQLException {
        run(orderSql, order.number(), order.customer(), new BigDecimal(order.total()), "EUR", order.state());
    }

    private String event(Order order) throws SQLException {
        String id = ids.next();
        run(eventSql, id, order.group(), order.payload(id));
        return id;
    }

    private void commit(List<String> written, boolean newOrder) throws SQLException {
        written.forEach(till::committing);
        connection.commit();
        till.committed(written.size(), newOrder);
    }

    private void run(String sql, Object... values) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < values.length; i++) {
                statement.setObject(i + 1, values[i]);
            }
            statement.executeUpdate();
        }
    }
}
