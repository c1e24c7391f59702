package dev.signalbox.postgres.outbox;

import dev.signalbox.core.outbox.OutboxSettings.Retention;
import dev.signalbox.jdbc.OutboxLayout;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/**
 * The result of inspecting an outbox table.
 *
 * @param problems why the table is unusable; if there are any, the other values are unknown
 * @param indexes which rows an index finds, by their state
 * @param idIndex whether an index finds a row by its id
 */
public record OutboxInspection(
        boolean exists, List<String> problems, PostgresOutboxTable.Indexes indexes, boolean idIndex) {
    /** Inspects the table through this connection, with the rights of its user. */
    public static OutboxInspection of(Connection connection, OutboxLayout layout, Retention retention)
            throws SQLException {
        PostgresOutboxTable table = PostgresOutboxTable.inspect(connection, layout);
        List<String> problems = table.problems(retention);
        boolean exists = !table.columns().isEmpty();
        boolean whole = problems.isEmpty();
        return new OutboxInspection(
                exists, problems, table.indexes(), whole && table.column("id").leadsIndex());
    }
}
