package dev.signalbox.eventstore;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.function.Function;
import javax.sql.DataSource;

/** A transaction on a borrowed connection that restores its auto-commit mode. */
final class Transaction implements AutoCloseable {
    private final Connection connection;
    private final boolean autoCommit;
    private boolean open = true;

    private Transaction(Connection connection, boolean autoCommit) {
        this.connection = connection;
        this.autoCommit = autoCommit;
    }

    static Transaction begin(DataSource dataSource) throws SQLException {
        Connection connection = dataSource.getConnection();
        try {
            boolean autoCommit = connection.getAutoCommit();
            connection.setAutoCommit(false);
            return new Transaction(connection, autoCommit);
        } catch (SQLException | RuntimeException e) {
            connection.close();
            throw e;
        }
    }

    /** Commits the work, or rolls it back and rethrows its exception. */
    static <T> T run(String attempt, DataSource dataSource, Function<? super Connection, T> work) {
        try (Transaction transaction = begin(dataSource)) {
            T result = work.apply(transaction.connection);
            transaction.connection.commit();
            transaction.open = false;
            return result;
        } catch (SQLException e) {
            throw new EventStoreException(attempt, e);
        }
    }

    /** Closes what a stream of events holds. */
    interface Closing {
        void close() throws SQLException;
    }

    static void end(Closing reading) {
        try {
            reading.close();
        } catch (SQLException e) {
            throw new EventStoreException("stop reading events", e);
        }
    }

    Connection connection() {
        return connection;
    }

    /** Rolls back what has not been committed. */
    @Override
    public void close() throws SQLException {
        try (Connection borrowed = connection) {
            if (open) {
                borrowed.rollback();
            }
            borrowed.setAutoCommit(autoCommit);
        }
    }
}
