package dev.signalbox.client;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import javax.sql.DataSource;

/** The example of the documentation. */
final class BatchReceiver {
    private final Inbox inbox = Inbox.create();

    /** The id and data of an object in the array. */
    record ReceivedMessage(String id, String data) {}

    /** The status to answer with. */
    int receive(List<ReceivedMessage> batch, DataSource dataSource) throws SQLException {
        try (Connection connection = dataSource.getConnection()) {
            connection.setAutoCommit(false);
            for (ReceivedMessage message : batch) {
                inbox.once(connection, message.id(), "billing", () -> insertBill(connection, message.data()));
                connection.commit();
            }
        }
        return 204; // also for messages that were processed before
    }

    private static void insertBill(Connection connection, String data) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement("INSERT INTO bills VALUES (?)")) {
            statement.setString(1, data);
            statement.executeUpdate();
        }
    }
}
