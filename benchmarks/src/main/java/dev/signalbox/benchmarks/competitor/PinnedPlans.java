package dev.signalbox.benchmarks.competitor;

import dev.signalbox.jdbc.SqlTemplate;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.Set;

/**
 * Makes PostgreSQL plan a raw loop's statements as it plans Signalbox's: along the indexes. By default it scans a short
 * table for every claim, so that a loop that is slow with few rows seems to gain from a long backlog.
 */
final class PinnedPlans {
    private static final String PIN = SqlTemplate.load(PinnedPlans.class, "pin-plans.sql")
            .fill(Map.of(), Set.of())
            .text();

    private PinnedPlans() {}

    static void pin(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(PIN);
        }
    }
}
