package dev.signalbox.client;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import javax.sql.DataSource;

/** The example of the documentation. */
final class Billing {
    private final Inbox inbox = Inbox.create();

    void prepare(DataSource dataSource) throws SQLException {
        try (Connection connection = dataSource.getConnection()) {
            inbox.createTable(connection);
        }
    }

    /** Whether the message was new. */
    boolean orderPlaced(DataSource dataSource, String messageId, String orderId) throws SQLException {
        try (Connection connection = dataSource.getConnection()) {
            connection.setAutoCommit(false);
            boolean isNew = inbox.once(connection, messageId, "billing", () -> insertBill(connection, orderId));
            connection.commit();
            return isNew;
        }
    }

    private static void insertBill(Connection connection, String orderId) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement("INSERT INTO bills VALUES (?)")) {
            statement.setString(1, orderId);
            statement.executeUpdate();
        }
    }
}
