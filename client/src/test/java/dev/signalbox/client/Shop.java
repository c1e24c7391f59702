package dev.signalbox.client;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import javax.sql.DataSource;

/** The example of the documentation. */
final class Shop {
    // One for the whole application; any number of threads may use it
    private final Outbox outbox = Outbox.of(Layout.signalbox());

    void place(DataSource dataSource, String orderId, int total) throws SQLException {
        try (Connection connection = dataSource.getConnection()) {
            connection.setAutoCommit(false);
            insertOrder(connection, orderId, total);
            outbox.record(
                    connection,
                    Message.builder("order.placed")
                            .group(orderId)
                            .payload("{\"order\": \"" + orderId + "\", \"total\": " + total + "}")
                            .build());
            connection.commit();
        }
    }

    private static void insertOrder(Connection connection, String orderId, int total) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement("INSERT INTO orders VALUES (?, ?)")) {
            statement.setString(1, orderId);
            statement.setInt(2, total);
            statement.executeUpdate();
        }
    }
}
