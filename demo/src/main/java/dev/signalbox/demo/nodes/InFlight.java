package dev.signalbox.demo.nodes;

import dev.signalbox.demo.database.ShopDatabase;
import dev.signalbox.demo.receiver.Item;
import dev.signalbox.demo.receiver.Ledger;
import dev.signalbox.demo.receiver.Receiver;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** Notes what may arrive twice because a node was killed: what was being sent, or has arrived and isn't settled. */
final class InFlight {
    private final Receiver receiver;
    private final ShopDatabase database;

    InFlight(Receiver receiver, ShopDatabase database) {
        this.receiver = receiver;
        this.database = database;
    }

    void note(Connection connection) throws SQLException {
        note(connection, "outbox_events", receiver.events());
        note(connection, "outbox_dispatch_jobs", receiver.jobs());
        if (database.hasEventLogs()) {
            noteWallets(connection);
        }
    }

    private void noteWallets(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(database.sql("unsettled-wallet-events"))) {
            while (rows.next()) {
                if (receiver.wallets().has(rows.getLong(1))) {
                    receiver.wallets().senderKilled(rows.getLong(1));
                }
            }
        }
    }

    private static void note(Connection connection, String table, Ledger ledger) throws SQLException {
        String sql = "SELECT payload, status FROM " + table + " WHERE status IN ('PENDING', 'PROCESSING')";
        try (PreparedStatement statement = connection.prepareStatement(sql);
                ResultSet rows = statement.executeQuery()) {
            while (rows.next()) {
                Item item = Item.of(rows.getString(1));
                if (rows.getString(2).equals("PROCESSING") || ledger.has(item.lane(), item.number())) {
                    ledger.senderKilled(item.lane(), item.number());
                }
            }
        }
    }
}
