package dev.signalbox.postgres.outbox;

import dev.signalbox.core.outbox.Retention;
import dev.signalbox.jdbc.OutboxLayout;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/**
 * What a look at an outbox table has found.
 *
 * @param problems what stands in the way of working it; nothing else is known then
 * @param indexes which rows are found by an index, by their state
 * @param idIndex whether a row is found by its id
 */
public record OutboxInspection(
        boolean exists, List<String> problems, PostgresOutboxTable.Indexes indexes, boolean idIndex) {
    /** Looks at the table through this connection, with the rights of its user. */
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
