package dev.signalbox.example.notifications.order;

import dev.signalbox.example.notifications.event.Directory;
import dev.signalbox.example.notifications.event.Events;
import dev.signalbox.example.notifications.event.Parties;
import dev.signalbox.example.notifications.event.Parties.Party;
import java.math.BigDecimal;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.springframework.http.HttpStatus;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.web.server.ResponseStatusException;

/** The orders. An order and its events are committed together, or not at all. */
@Service
public class Orders {
    /** An order, which is also the payload of its events. */
    public record Order(long orderId, Party restaurant, Party customer, String dish, BigDecimal amount) {}

    /** Orders of this amount or more also go to the administration. */
    static final BigDecimal LARGE_AMOUNT = new BigDecimal("500.00");

    private final JdbcClient database;
    private final Directory directory;
    private final Events events;

    Orders(JdbcClient database, Directory directory, Events events) {
        this.database = database;
        this.directory = directory;
        this.events = events;
    }

    @Transactional
    public Order create(long restaurantId, long customerId, String dish, BigDecimal amount) {
        Parties parties = directory.parties(restaurantId, customerId, null);
        long id = database.sql("INSERT INTO food_order (restaurant_id, customer_id, dish, amount)"
                        + " VALUES (?, ?, ?, ?) RETURNING id")
                .params(restaurantId, customerId, dish, amount)
                .query(Long.class)
                .single();
        Order order = new Order(id, parties.restaurant(), parties.customer(), dish, amount);
        boolean large = amount.compareTo(LARGE_AMOUNT) >= 0;
        events.record("ORDER_CREATED", order, parties.all(large));
        return order;
    }

    @Transactional(readOnly = true)
    public Order find(long id) {
        return database.sql("""
                        SELECT o.id, o.dish, o.amount, o.restaurant_id, r.name AS restaurant, o.customer_id, c.name AS customer
                        FROM food_order o
                        JOIN restaurant r ON r.id = o.restaurant_id
                        JOIN customer c ON c.id = o.customer_id
                        WHERE o.id = ?
                        """)
                .param(id)
                .query(Orders::order)
                .optional()
                .orElseThrow(() -> new ResponseStatusException(HttpStatus.NOT_FOUND, "There is no order " + id + "."));
    }

    private static Order order(ResultSet row, int number) throws SQLException {
        return new Order(
                row.getLong("id"),
                new Party(row.getLong("restaurant_id"), row.getString("restaurant")),
                new Party(row.getLong("customer_id"), row.getString("customer")),
                row.getString("dish"),
                row.getBigDecimal("amount"));
    }
}
