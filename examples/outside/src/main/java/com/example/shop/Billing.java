package com.example.shop;

import dev.signalbox.client.Inbox;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/** Bills each order once, however often its message arrives. */
public final class Billing {
    private final Inbox inbox = Inbox.create();

    public void createTable(Connection connection) throws SQLException {
        inbox.createTable(connection);
    }

    /** Whether the message was new. */
    public boolean orderPlaced(Connection connection, String messageId, String orderId) throws SQLException {
        return inbox.once(connection, messageId, "billing", () -> insertBill(connection, orderId));
    }

    private static void insertBill(Connection connection, String orderId) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement("INSERT INTO bills VALUES (?)")) {
            insert.setString(1, orderId);
            insert.executeUpdate();
        }
    }
}
