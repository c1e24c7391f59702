package dev.signalbox.demo;

import dev.signalbox.demo.receiver.Item;
import dev.signalbox.demo.receiver.Ledger;
import dev.signalbox.demo.receiver.Receiver;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * What a comparison of the tables with the receiver's ledger found.
 *
 * @param rows messages in the tables
 * @param delivered rows whose message has arrived
 * @param waiting rows that are still to be delivered
 * @param deadLetters the first of the rows that were given up
 * @param lost rows that say delivered and have not arrived
 * @param phantoms messages that arrived and are in no table: they were rolled back, or never written
 */
public record Audit(
        long rows,
        long delivered,
        long waiting,
        long deadLettered,
        List<DeadLetter> deadLetters,
        long lost,
        long phantoms) {
    private static final int MOST_LISTED = 500;
    private static final int READ_AT_ONCE = 2000;

    public Audit {
        deadLetters = List.copyOf(deadLetters);
    }

    /** A message that was given up. */
    public record DeadLetter(String id, String group, String reason) {}

    /** Reads all rows of both tables. */
    static Audit of(Connection connection, Receiver receiver) throws SQLException {
        Tally tally = new Tally();
        tally.read(connection, "outbox_events", receiver.events());
        tally.read(connection, "outbox_dispatch_jobs", receiver.jobs());
        return new Audit(
                tally.rows,
                tally.arrived,
                tally.waiting,
                tally.deadLettered,
                tally.deadLetters,
                tally.lost,
                receiver.totals().accepted() - tally.arrived);
    }

    private static final class Tally {
        private final List<DeadLetter> deadLetters = new ArrayList<>();
        private long rows;
        private long arrived;
        private long waiting;
        private long deadLettered;
        private long lost;

        /** A page at a time, because drivers differ in how they can be kept from reading a whole table at once. */
        private void read(Connection connection, String table, Ledger ledger) throws SQLException {
            String sql = "SELECT id, message_group, status, error_message, payload FROM " + table
                    + " WHERE id > ? ORDER BY id LIMIT " + READ_AT_ONCE;
            try (PreparedStatement statement = connection.prepareStatement(sql)) {
                String last = "";
                int found = READ_AT_ONCE;
                while (found == READ_AT_ONCE) {
                    found = 0;
                    statement.setString(1, last);
                    try (ResultSet result = statement.executeQuery()) {
                        while (result.next()) {
                            found++;
                            last = result.getString(1);
                            Item item = Item.of(result.getString(5));
                            count(result, ledger.has(item.lane(), item.number()));
                        }
                    }
                }
            }
        }

        private void count(ResultSet row, boolean hasArrived) throws SQLException {
            rows++;
            if (hasArrived) {
                arrived++;
            }
            switch (row.getString(3)) {
                case "COMPLETED" -> lost += hasArrived ? 0 : 1;
                case "FAILED" -> deadLetter(row);
                default -> waiting += hasArrived ? 0 : 1;
            }
        }

        private void deadLetter(ResultSet row) throws SQLException {
            deadLettered++;
            if (deadLetters.size() < MOST_LISTED) {
                deadLetters.add(new DeadLetter(row.getString(1), row.getString(2), Reasons.brief(row.getString(4))));
            }
        }
    }
}
