package com.example.shop;

import dev.signalbox.client.Layout;
import dev.signalbox.client.Message;
import dev.signalbox.client.Outbox;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/** Places orders, and announces each in the same transaction. */
public final class Orders {
    private final Outbox outbox = Outbox.of(Layout.flowcatalyst());

    /** Inserts the order and its message; the caller commits both, or rolls both back. */
    public void place(Connection connection, String id, int total) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement("INSERT INTO orders VALUES (?, ?)")) {
            insert.setString(1, id);
            insert.setInt(2, total);
            insert.executeUpdate();
        }
        outbox.record(
                connection,
                Message.builder("EVENT")
                        .group(id)
                        .payload("{\"type\": \"order.placed\", \"order\": \"" + id + "\", \"total\": " + total + "}")
                        .build());
    }
}
