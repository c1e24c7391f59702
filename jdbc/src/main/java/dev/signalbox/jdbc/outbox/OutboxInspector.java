package dev.signalbox.jdbc.outbox;

import dev.signalbox.jdbc.OutboxLayout;
import dev.signalbox.jdbc.Quoting;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/** Inspects an outbox table. */
public interface OutboxInspector {
    Quoting quoting();

    InspectedOutbox inspect(Connection connection, OutboxLayout layout, OutboxContext context) throws SQLException;

    /** The result of an inspection. */
    interface InspectedOutbox {
        /** Everything that prevents working on the table. */
        List<String> problems();

        /** What works but is slow; only if there are no problems. */
        List<String> warnings();

        /** The table's statements; only if there are no problems. */
        OutboxStatements statements();
    }
}
