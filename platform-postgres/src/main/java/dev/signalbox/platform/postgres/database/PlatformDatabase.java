package dev.signalbox.platform.postgres.database;

import dev.signalbox.jdbc.SqlWork;
import dev.signalbox.platform.StoreDeniedException;
import dev.signalbox.platform.StoreException;
import dev.signalbox.postgres.connection.PostgresConnections;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Set;

/** Runs statements, and repeats those that lost against others. */
public final class PlatformDatabase {
    /** Deadlock, lock time-out, serialization failure: the same statement may succeed at once. */
    private static final Set<String> LOST = Set.of("40P01", "55P03", "40001");

    private static final String INSUFFICIENT_PRIVILEGE = "42501";

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
        return attempt(what, () -> {
            try (Connection connection = connections.borrow()) {
                return work.run(connection);
            }
        });
    }

    /** Runs statements in one transaction. They may be repeated, if others were in the way. */
    public <T> T transaction(String what, SqlWork<T> work) throws StoreException {
        return attempt(what, () -> connections.inTransaction(work));
    }

    private static <T> T attempt(String what, Attempt<T> attempt) throws StoreException {
        for (int i = 1; ; i++) {
            try {
                return attempt.run();
            } catch (SQLException e) {
                if (i == ATTEMPTS || !LOST.contains(String.valueOf(e.getSQLState()))) {
                    throw failure("could not " + what + ": " + e.getMessage(), e);
                }
            }
        }
    }

    private static StoreException failure(String message, SQLException e) {
        return INSUFFICIENT_PRIVILEGE.equals(e.getSQLState())
                ? new StoreDeniedException(message, e)
                : new StoreException(message, e);
    }

    /** One attempt. */
    @FunctionalInterface
    private interface Attempt<T> {
        T run() throws SQLException;
    }
}
