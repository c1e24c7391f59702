package dev.signalbox.platform.postgres.database;

import dev.signalbox.jdbc.SqlWork;
import dev.signalbox.jdbc.connection.Transactions;
import dev.signalbox.platform.StoreDeniedException;
import dev.signalbox.platform.StoreException;
import dev.signalbox.platform.StoreUnreachableException;
import dev.signalbox.postgres.connection.PostgresConnections;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Set;

/** Runs statements, and repeats those that lost against others. */
public final class PlatformDatabase {
    /** Deadlock, lock time-out, serialization failure: the same statement may succeed at once. */
    private static final Set<String> LOST = Set.of("40P01", "55P03", "40001");

    private static final String INSUFFICIENT_PRIVILEGE = "42501";

    /**
     * After these the server may have committed: a lost connection, a shutdown, an error of the system or of the server itself.
     * After other failures of a statement it has not.
     */
    private static final Set<String> UNCLEAR_CLASSES = Set.of("08", "57P", "58", "XX");

    private static final String UNCLEAR = "40003";

    private static final int ATTEMPTS = 8;

    private final PostgresConnections connections;

    public PlatformDatabase(PostgresConnections connections) {
        this.connections = connections;
    }

    public PostgresConnections connections() {
        return connections;
    }

    /** Runs a single statement, which is its own transaction, or statements that change nothing. */
    public <T> T run(String what, SqlWork<T> work) throws StoreException {
        return attempt(what, work);
    }

    /** Runs statements in one transaction. They may be repeated, if others were in the way. */
    public <T> T transaction(String what, SqlWork<T> work) throws StoreException {
        return attempt(what, connection -> Transactions.run(connection, work));
    }

    private <T> T attempt(String what, SqlWork<T> work) throws StoreException {
        for (int i = 1; ; i++) {
            boolean connected = false;
            try (Connection connection = connections.borrow()) {
                connected = true;
                return work.run(connection);
            } catch (SQLException e) {
                if (i == ATTEMPTS || !LOST.contains(String.valueOf(e.getSQLState()))) {
                    String message = "could not " + what + ": " + e.getMessage();
                    throw connected
                            ? failure(message, e, mayBeCommitted(e))
                            : new StoreUnreachableException(message, e);
                }
            }
        }
    }

    private static StoreException failure(String message, SQLException e, boolean mayHaveChanged) {
        return INSUFFICIENT_PRIVILEGE.equals(e.getSQLState())
                ? new StoreDeniedException(message, e)
                : new StoreException(message, e, mayHaveChanged);
    }

    private static boolean mayBeCommitted(SQLException e) {
        String state = e.getSQLState();
        return state == null
                || state.equals(UNCLEAR)
                || UNCLEAR_CLASSES.stream().anyMatch(state::startsWith);
    }
}
