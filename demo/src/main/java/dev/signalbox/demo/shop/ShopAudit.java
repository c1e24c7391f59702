package dev.signalbox.demo.shop;

import dev.signalbox.demo.receiver.ReceivedItem;
import dev.signalbox.demo.workload.AuditReport;
import dev.signalbox.demo.workload.FailureReason;
import dev.signalbox.demo.workload.ReceivedMessages;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import tools.jackson.databind.JsonNode;

/** Compares each row of the shop's outbox tables with the messages that the receiver got. */
final class ShopAudit {
    private static final int MOST_LISTED = 12;
    private static final int PAGE = 2000;

    private final List<String> deadLetters = new ArrayList<>();
    private long rows;
    private long arrived;
    private long waiting;
    private long deadLettered;
    private long lost;

    /** Reads the table in pages, because drivers differ in how they avoid reading a whole table at once. */
    void read(Connection connection, String table, Predicate<JsonNode> hasArrived) throws SQLException {
        String sql = "SELECT id, message_group, status, error_message, payload FROM " + table
                + " WHERE id > ? ORDER BY id LIMIT " + PAGE;
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            String last = "";
            int found = PAGE;
            while (found == PAGE) {
                found = 0;
                statement.setString(1, last);
                try (ResultSet row = statement.executeQuery()) {
                    while (row.next()) {
                        found++;
                        last = row.getString(1);
                        count(row, hasArrived.test(ReceivedItem.parse(row.getString(5))));
                    }
                }
            }
        }
    }

    private void count(ResultSet row, boolean hasArrived) throws SQLException {
        rows++;
        arrived += hasArrived ? 1 : 0;
        switch (row.getString(3)) {
            case "COMPLETED" -> lost += hasArrived ? 0 : 1;
            case "FAILED" -> {
                deadLettered++;
                if (deadLettered <= MOST_LISTED) {
                    deadLetters.add(
                            row.getString(1) + "  " + row.getString(2) + "  " + FailureReason.brief(row.getString(4)));
                }
            }
            default -> waiting += hasArrived ? 0 : 1;
        }
    }

    void addTo(AuditReport report, long orders, long messages, long rolledBack, ReceivedMessages.Totals received) {
        report.figure("committed", messages, "messages of %,d orders", orders);
        report.figure("delivered", arrived, "in a table and in the receiver");
        report.figureIfAny("waiting", waiting, "still PENDING, for the next start");
        report.figure("dead-lettered", deadLettered, deadLettered == 0 ? "" : "each with its reason:");
        deadLetters.forEach(letter -> report.detail(letter));
        if (deadLettered > MOST_LISTED) {
            report.detail("and %,d more", deadLettered - MOST_LISTED);
        }
        report.figure("rolled back", rolledBack, "transactions of the shop, never sent");
        // Committed messages that are in no table any more are lost, too.
        report.addLost(lost + Math.max(0, messages - rows));
        report.addNeverCommitted(received.messages() - arrived);
        report.addViolations(received.violations());
    }
}
