package dev.signalbox.spring;

import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** The table that messages are recorded in, according to the settings. */
record OutboxTable(LayoutName layout, NamedTable table) {
    /**
     * The number of undelivered messages; null if it cannot be counted quickly. On PostgreSQL Signalbox deletes delivered
     * messages from its own table; on the others there is an index on the status.
     */
    @Nullable
    RowCount waiting(Connection connection) throws SQLException {
        if (layout != LayoutName.SIGNALBOX) {
            return null;
        }
        return table.count(connection, table.isPostgres(connection) ? "true" : "status IN ('PENDING', 'PROCESSING')");
    }
}
