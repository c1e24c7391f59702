package dev.signalbox.example.webhooks;

import dev.signalbox.client.Inbox;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;

/** What the receiver does with a webhook: it writes the body into a table, once for each id, in one transaction with the id. */
public final class OrderTotals {
    private static final String CONSUMER = "order-totals";

    private final DataSource database;
    private final Inbox inbox = Inbox.create();

    public OrderTotals(DataSource database) {
        this.database = database;
    }

    /** Creates its table and the inbox, if they are missing. */
    public void createTables() throws SQLException {
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement()) {
            inbox.createTable(connection);
            statement.execute("CREATE TABLE IF NOT EXISTS received_orders (id text NOT NULL, body text NOT NULL)");
        }
    }

    /** Processes a webhook; false if it was processed before. */
    public boolean process(String messageId, byte[] body) throws SQLException {
        try (Connection connection = database.getConnection()) {
            connection.setAutoCommit(false);
            boolean first = inbox.once(connection, messageId, CONSUMER, () -> insert(connection, messageId, body));
            connection.commit();
            return first;
        }
    }

    private static void insert(Connection connection, String messageId, byte[] body) throws SQLException {
        try (PreparedStatement statement =
                connection.prepareStatement("INSERT INTO received_orders (id, body) VALUES (?, ?)")) {
            statement.setString(1, messageId);
            statement.setString(2, new String(body, StandardCharsets.UTF_8));
            statement.executeUpdate();
        }
    }
}
