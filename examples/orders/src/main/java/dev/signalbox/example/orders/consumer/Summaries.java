package dev.signalbox.example.orders.consumer;

import dev.signalbox.spring.TransactionalInbox;
import java.math.BigDecimal;
import java.sql.ResultSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.http.HttpStatus;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.web.server.ResponseStatusException;

/**
 * The sums. Adding events gives the same result in any order, which matters because the two topics are not ordered relative
 * to each other. The inbox prevents adding an event twice.
 */
@Service
public class Summaries {
    private final JdbcClient database;
    private final TransactionalInbox inbox;
    private final String group;

    /** What an event adds to the sums of a customer and a status. */
    record Change(String customer, String status, int orders, BigDecimal amount) {}

    /** The sums of a customer's orders, including cancelled ones. */
    public record Summary(String customerName, long orders, BigDecimal amount, Map<String, Part> byStatus) {
        public record Part(long orders, BigDecimal amount) {}
    }

    Summaries(JdbcClient database, TransactionalInbox inbox, @Value("${spring.kafka.consumer.group-id}") String group) {
        this.database = database;
        this.inbox = inbox;
        this.group = group;
    }

    /** Adds the changes of an event; a repeated one changes nothing. */
    @Transactional
    public void add(String messageId, List<Change> changes) {
        inbox.once(messageId, group, () -> changes.forEach(this::add));
    }

    private void add(Change change) {
        database.sql("""
                        INSERT INTO customer_orders (customer_name, status, orders, amount) VALUES (?, ?, ?, ?)
                        ON CONFLICT (customer_name, status) DO UPDATE
                        SET orders = customer_orders.orders + excluded.orders,
                            amount = customer_orders.amount + excluded.amount
                        """)
                .params(change.customer(), change.status(), change.orders(), change.amount())
                .update();
    }

    @Transactional(readOnly = true)
    public Summary of(String customer) {
        Map<String, Summary.Part> parts = new LinkedHashMap<>();
        database.sql("SELECT status, orders, amount FROM customer_orders WHERE customer_name = ?"
                        + " AND (orders <> 0 OR amount <> 0) ORDER BY status")
                .param(customer)
                .query((ResultSet row) -> {
                    parts.put(row.getString(1), new Summary.Part(row.getLong(2), row.getBigDecimal(3)));
                });
        if (parts.isEmpty()) {
            throw new ResponseStatusException(
                    HttpStatus.NOT_FOUND, "Nothing is known of a customer '" + customer + "'.");
        }
        long orders = parts.values().stream().mapToLong(Summary.Part::orders).sum();
        BigDecimal amount = parts.values().stream().map(Summary.Part::amount).reduce(BigDecimal.ZERO, BigDecimal::add);
        return new Summary(customer, orders, amount, parts);
    }
}
