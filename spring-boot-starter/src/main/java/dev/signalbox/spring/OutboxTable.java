package dev.signalbox.spring;

import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** The table that messages are recorded in, as the settings say. */
record OutboxTable(LayoutName layout, NamedTable table) {
    /**
     * How many messages were not delivered yet; null where that cannot be told quickly. Signalbox deletes what it has delivered
     * from its own table on PostgreSQL, and has an index of the states on the others.
     */
    @Nullable
    RowCount waiting(Connection connection) throws SQLException {
        if (layout != LayoutName.SIGNALBOX) {
            return null;
        }
        return table.count(connection, table.isPostgres(connection) ? "true" : "status IN ('PENDING', 'PROCESSING')");
    }
}
