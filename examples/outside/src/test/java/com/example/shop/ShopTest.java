package com.example.shop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.signalbox.client.NoTransactionException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Runs on the empty PostgreSQL database that {@code -Ddatabase.url=jdbc:postgresql:…} names. */
class ShopTest {
    private final Orders orders = new Orders();
    private final Billing billing = new Billing();
    private Connection connection;

    @BeforeEach
    void connect() throws SQLException, IOException {
        connection = DriverManager.getConnection(System.getProperty("database.url"));
        connection.setAutoCommit(false);
        try (InputStream schema = ShopTest.class.getResourceAsStream("schema.sql")) {
            execute("DROP TABLE IF EXISTS orders, bills, outbox_events, signalbox_inbox");
            execute(new String(schema.readAllBytes(), StandardCharsets.UTF_8));
        }
        billing.createTable(connection);
        connection.commit();
    }

    @AfterEach
    void disconnect() throws SQLException {
        connection.close();
    }

    @Test
    void anOrderIsCommittedWithItsMessage() throws SQLException {
        orders.place(connection, "o-1", 40);
        connection.commit();

        assertEquals("PENDING o-1", text("SELECT status || ' ' || message_group FROM outbox_events"));
        assertEquals("o-1", text("SELECT payload::json ->> 'order' FROM outbox_events"));
    }

    @Test
    void anOrderThatIsRolledBackIsNotAnnounced() throws SQLException {
        orders.place(connection, "o-1", 40);
        assertEquals("1", text("SELECT count(*) FROM outbox_events"));
        connection.rollback();

        assertEquals("0", text("SELECT count(*) FROM outbox_events"));
        assertEquals("0", text("SELECT count(*) FROM orders"));
    }

    @Test
    void aMessageThatArrivesTwiceIsBilledOnce() throws SQLException {
        assertTrue(billing.orderPlaced(connection, "m-1", "o-1"));
        connection.commit();
        assertFalse(billing.orderPlaced(connection, "m-1", "o-1"));
        connection.commit();

        assertEquals("1", text("SELECT count(*) FROM bills"));
    }

    @Test
    void aMessageWithoutATransactionIsRefused() throws SQLException {
        connection.setAutoCommit(true);
        assertThrows(
                NoTransactionException.class, () -> billing.orderPlaced(connection, "m-1", "o-1"));
    }

    private void execute(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private String text(String query) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            assertTrue(rows.next());
            return rows.getString(1);
        }
    }
}
