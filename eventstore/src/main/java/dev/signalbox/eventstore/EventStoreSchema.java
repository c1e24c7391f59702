package dev.signalbox.eventstore;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;

/** The tables {@code events} and {@code commands}, and their indexes. */
public final class EventStoreSchema {
    private static final int MIN_SERVER_VERSION = 150_000;

    private EventStoreSchema() {}

    /** The statements that create the schema, for applications with their own migrations. */
    public static String ddl() {
        return EventStoreSql.SCHEMA.sql();
    }

    /**
     * Creates what is missing, in the first schema of the search path; safe to run concurrently.
     *
     * @throws IllegalStateException if the server is too old, or the events come from another server
     */
    public static void install(DataSource dataSource) {
        Transaction.run("install the event store's tables", dataSource, connection -> {
            try {
                install(connection);
                return true;
            } catch (SQLException e) {
                throw new EventStoreException("install the event store's tables", e);
            }
        });
    }

    private static void install(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            if (!isComplete(statement)) {
                // Concurrent creation of the same table fails in spite of IF NOT EXISTS.
                statement.execute("SELECT pg_advisory_xact_lock(" + LockPlan.logKey() + ")");
                statement.execute(ddl());
            }
            refuseForeignTransactions(statement);
        }
    }

    private static boolean isComplete(Statement statement) throws SQLException {
        try (ResultSet row = statement.executeQuery(EventStoreSql.SCHEMA_STATE.sql())) {
            row.next();
            if (row.getInt("version") < MIN_SERVER_VERSION) {
                throw new IllegalStateException("The event store needs PostgreSQL 15 or newer");
            }
            return row.getBoolean("complete");
        }
    }

    /** The transaction ids of a restored dump lie in this server's future, and would look like unseen events. */
    private static void refuseForeignTransactions(Statement statement) throws SQLException {
        try (ResultSet row = statement.executeQuery(EventStoreSql.FOREIGN_TRANSACTIONS.sql())) {
            row.next();
            if (row.getBoolean(1)) {
                throw new IllegalStateException(
                        "The tables hold transaction ids that this server has not reached: they were"
                                + " restored from another one. Before anything is appended, run: UPDATE events SET"
                                + " transaction_id = '3' WHERE transaction_id >= pg_snapshot_xmax(pg_current_snapshot());"
                                + " and move such rows of commands to another table");
            }
        }
    }
}
