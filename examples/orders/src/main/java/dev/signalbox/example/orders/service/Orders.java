package dev.signalbox.example.orders.service;

import dev.signalbox.client.Message;
import dev.signalbox.spring.TransactionalOutbox;
import java.math.BigDecimal;
import java.util.List;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.jdbc.core.SimplePropertyRowMapper;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.web.ErrorResponseException;
import org.springframework.web.server.ResponseStatusException;
import tools.jackson.databind.json.JsonMapper;

/** The orders. Each change and its event are committed together, or not at all. */
@Service
public class Orders {
    private static final String COLUMNS = "id, customer_name, product_name, amount, status, created_at, updated_at";

    private final JdbcClient database;
    private final TransactionalOutbox outbox;
    private final JsonMapper json;

    Orders(JdbcClient database, TransactionalOutbox outbox, JsonMapper json) {
        this.database = database;
        this.outbox = outbox;
        this.json = json;
    }

    @Transactional
    public Order create(String customer, String product, BigDecimal amount) {
        Order order = database.sql("INSERT INTO orders (customer_name, product_name, amount, status)"
                        + " VALUES (?, ?, ?, ?) RETURNING " + COLUMNS)
                .params(customer, product, amount, Order.Status.PENDING.name())
                .query(Order.class)
                .single();
        record(OrderEvent.OrderCreated.of(order));
        return order;
    }

    /**
     * Changes the status of an order. If it has the status already, nothing changes and no event is recorded: a repeated
     * request gets the same answer.
     */
    @Transactional
    public Order move(long id, Order.Status to) {
        // The lock serialises the changes of an order, so that their events are recorded in the order of the changes.
        Order before = find(id, " FOR UPDATE");
        if (before.status() == to) {
            return before;
        }
        if (!before.status().next().contains(to)) {
            throw refused(before, to);
        }
        Order after = database.sql("UPDATE orders SET status = ?, updated_at = now() WHERE id = ? RETURNING " + COLUMNS)
                .params(to.name(), id)
                .query(Order.class)
                .single();
        record(OrderEvent.OrderStatusChanged.of(before.status(), after));
        return after;
    }

    /** Records an event in the open transaction. */
    private void record(OrderEvent event) {
        String id = outbox.record(Message.builder(event.getClass().getSimpleName())
                .aggregateType("Order")
                .group(Long.toString(event.orderId()))
                .payload(json.writeValueAsString(event))
                .build());
        // Catbox's table has no column for headers, so the starter writes none; this column is the example's own.
        RequestContext.traceparent()
                .ifPresent(trace -> database.sql("UPDATE outbox_events SET traceparent = ? WHERE id = ?")
                        .params(trace, Long.parseLong(id))
                        .update());
    }

    @Transactional(readOnly = true)
    public Order find(long id) {
        return find(id, "");
    }

    private Order find(long id, String lock) {
        return database.sql("SELECT " + COLUMNS + " FROM orders WHERE id = ?" + lock)
                .param(id)
                .query(Order.class)
                .optional()
                .orElseThrow(() -> new ResponseStatusException(HttpStatus.NOT_FOUND, "There is no order " + id + "."));
    }

    @Transactional(readOnly = true)
    public List<Order> list(long after, int limit) {
        return database.sql("SELECT " + COLUMNS + " FROM orders WHERE id > ? ORDER BY id LIMIT ?")
                .params(after, limit)
                .query(new SimplePropertyRowMapper<>(Order.class))
                .list();
    }

    /** A problem document that says which statuses are allowed. */
    private static ErrorResponseException refused(Order order, Order.Status wanted) {
        ProblemDetail problem = ProblemDetail.forStatusAndDetail(
                HttpStatus.CONFLICT,
                "The order " + order.id() + " is " + order.status() + " and cannot become " + wanted + ".");
        problem.setProperty("orderStatus", order.status());
        problem.setProperty("allowed", order.status().next().stream().sorted().toList());
        return new ErrorResponseException(HttpStatus.CONFLICT, problem, null);
    }
}
