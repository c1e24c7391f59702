package dev.signalbox.jdbc.outbox;

import dev.signalbox.jdbc.OutboxLayout;
import dev.signalbox.jdbc.Quoting;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.function.Supplier;

/** Inspects an outbox table. */
public interface OutboxInspector {
    Quoting quoting();

    InspectedOutbox inspect(Connection connection, OutboxLayout layout, OutboxContext context) throws SQLException;

    /**
     * The result of an inspection.
     *
     * @param problems everything that prevents working on the table
     * @param warnings what works but is slow, or may fail; only if there are no problems
     * @param statements the table's statements; only if there are no problems
     * @param recentRows only if there are no problems
     */
    record InspectedOutbox(
            List<String> problems,
            Supplier<List<String>> warnings,
            Supplier<OutboxStatements> statements,
            RecentRows recentRows) {}

    /** Reads a few of the recent rows, at a cost that does not depend on the size of the table. */
    @FunctionalInterface
    interface RecentRows {
        /** The newest first; empty if ids are numbers, or if nothing leads to recent rows. */
        List<RecentRow> read(Connection connection) throws SQLException;
    }
}
