package dev.signalbox.demo;

import dev.signalbox.demo.database.ShopDatabase;
import dev.signalbox.demo.receiver.WalletLedger;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * What a comparison of the event log with the receiver's ledger found.
 *
 * @param rows events of wallets in the log
 * @param delivered those that have arrived
 * @param waiting those that are still to be delivered
 * @param deadLettered those that were given up
 * @param lost those that should have arrived and have not
 * @param phantoms events that arrived and are not in the log
 */
record WalletAudit(long rows, long delivered, long waiting, long deadLettered, long lost, long phantoms) {
    private static final int READ_AT_ONCE = 2000;

    /** Whether a node has ever come so far as to make the tables that say how far it is. */
    static boolean isPossible(Connection connection, ShopDatabase database) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(database.sql("has-owners"))) {
            return row.next() && row.getBoolean(1);
        }
    }

    /** Reads all events of wallets, a page at a time. */
    static WalletAudit of(Connection connection, ShopDatabase database, WalletLedger ledger) throws SQLException {
        Tally tally = new Tally();
        try (PreparedStatement statement = connection.prepareStatement(database.sql("wallet-events"))) {
            long before = -1;
            while (tally.last > before) {
                before = tally.last;
                statement.setLong(1, before);
                statement.setInt(2, READ_AT_ONCE);
                try (ResultSet page = statement.executeQuery()) {
                    while (page.next()) {
                        tally.count(page, ledger);
                    }
                }
            }
        }
        return new WalletAudit(
                tally.rows,
                tally.delivered,
                tally.waiting,
                tally.deadLettered,
                tally.lost,
                ledger.totals().accepted() - tally.delivered);
    }

    private static final class Tally {
        private long last;
        private long rows;
        private long delivered;
        private long waiting;
        private long deadLettered;
        private long lost;

        private void count(ResultSet event, WalletLedger ledger) throws SQLException {
            last = event.getLong("position");
            rows++;
            if (ledger.has(last)) {
                delivered++;
            } else if (event.getBoolean("given_up")) {
                deadLettered++;
            } else if (event.getBoolean("waits")) {
                waiting++;
            } else {
                lost++;
            }
        }
    }
}
