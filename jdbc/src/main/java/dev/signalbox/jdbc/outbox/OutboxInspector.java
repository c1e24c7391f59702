package dev.signalbox.jdbc.outbox;

import dev.signalbox.jdbc.OutboxLayout;
import dev.signalbox.jdbc.Quoting;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/** Looks at an outbox table in its database. */
public interface OutboxInspector {
    /** How the database writes names. */
    Quoting quoting();

    InspectedOutbox inspect(Connection connection, OutboxLayout layout, OutboxContext outboxContext)
            throws SQLException;

    /** A table as it was found. */
    interface InspectedOutbox {
        /** Everything that stands in the way of working it. */
        List<String> problems();

        /** What works, but slower than it should; only if there are no problems. */
        List<String> warnings();

        /** Its statements; only if there are no problems. */
        OutboxStatements statements();
    }
}
