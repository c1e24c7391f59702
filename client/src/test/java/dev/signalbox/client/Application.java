package dev.signalbox.client;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.List;

/** A small application, which another class loader can run. */
public final class Application {
    private Application() {}

    /** The recorded messages, and whether work was done the first and the second time. */
    public static List<String> run(String url, String user) throws Exception {
        Class.forName("org.postgresql.Driver");
        try (Connection connection = DriverManager.getConnection(url, user, "");
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            statement.execute(
                    "CREATE TABLE signalbox_outbox (id text, message_group text, type text, payload text, headers jsonb)");
            Outbox.of(Layout.signalbox())
                    .record(connection, Message.builder("started").payload("{}").build());
            Inbox inbox = Inbox.create();
            inbox.createTable(connection);
            boolean first = inbox.once(connection, "m1", "group", () -> {});
            boolean second = inbox.once(connection, "m1", "group", () -> {});
            try (ResultSet row = statement.executeQuery("SELECT payload FROM signalbox_outbox")) {
                row.next();
                return List.of(row.getString(1), String.valueOf(first), String.valueOf(second));
            }
        }
    }
}
