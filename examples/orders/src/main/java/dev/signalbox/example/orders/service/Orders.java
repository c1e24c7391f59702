package dev.signalbox.example.orders.service;

import dev.signalbox.example.web.NotFoundException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/** The orders. Each change and its event are committed together, or not at all. */
@Service
public class Orders {
    private static final String COLUMNS = "id, customer_name, product_name, amount, status, created_at, updated_at";

    private final JdbcClient database;
    private final OrderEvents events;

    Orders(JdbcClient database, OrderEvents events) {
        this.database = database;
        this.events = events;
    }

    /** Creates an order. */
    @Transactional
    public Order create(NewOrder wanted) {
        Order order = database.sql("INSERT INTO orders (customer_name, product_name, amount, status)"
                        + " VALUES (?, ?, ?, ?) RETURNING " + COLUMNS)
                .params(wanted.customerName(), wanted.productName(), wanted.amount(), OrderStatus.PENDING.name())
                .query(Orders::order)
                .single();
        events.record(OrderEvent.OrderCreated.of(order));
        return order;
    }

    /**
     * Changes the status of an order. If it has the status already, nothing changes and no event is recorded: a repeated
     * request gets the same answer.
     */
    @Transactional
    public Order move(long id, OrderStatus to) {
        // The lock serialises the changes of an order, so that their events are recorded in the order of the changes.
        Order before = find(id, " FOR UPDATE");
        if (before.status() == to) {
            return before;
        }
        if (!before.status().next().contains(to)) {
            throw new StatusRefusedException(before, to);
        }
        Order after = database.sql("UPDATE orders SET status = ?, updated_at = now() WHERE id = ? RETURNING " + COLUMNS)
                .params(to.name(), id)
                .query(Orders::order)
                .single();
        events.record(OrderEvent.OrderStatusChanged.of(before.status(), after));
        return after;
    }

    /** One order. */
    @Transactional(readOnly = true)
    public Order find(long id) {
        return find(id, "");
    }

    private Order find(long id, String lock) {
        return database.sql("SELECT " + COLUMNS + " FROM orders WHERE id = ?" + lock)
                .param(id)
                .query(Orders::order)
                .optional()
                .orElseThrow(() -> new NotFoundException("There is no order " + id + "."));
    }

    /** Orders by id, after the given one. */
    @Transactional(readOnly = true)
    public List<Order> list(long after, int limit) {
        return database.sql("SELECT " + COLUMNS + " FROM orders WHERE id > ? ORDER BY id LIMIT ?")
                .params(after, limit)
                .query(Orders::order)
                .list();
    }

    private static Order order(ResultSet row, int number) throws SQLException {
        return new Order(
                row.getLong("id"),
                row.getString("customer_name"),
                row.getString("product_name"),
                row.getBigDecimal("amount"),
                OrderStatus.valueOf(row.getString("status")),
                row.getTimestamp("created_at").toInstant(),
                row.getTimestamp("updated_at").toInstant());
    }
}
