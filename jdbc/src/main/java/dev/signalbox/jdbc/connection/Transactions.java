package dev.signalbox.jdbc.connection;

import dev.signalbox.jdbc.SqlWork;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Savepoint;

/** Runs work in one transaction of a connection that is otherwise in auto-commit mode. */
public final class Transactions {
    private Transactions() {}

    /** Commits, or rolls back and rethrows the failure of the work. */
    public static <T> T run(Connection connection, SqlWork<T> work) throws SQLException {
        connection.setAutoCommit(false);
        try {
            T result = work.run(connection);
            connection.commit();
            connection.setAutoCommit(true);
            return result;
        } catch (SQLException | RuntimeException | Error e) {
            rollBackAfter(e, connection);
            throw e;
        }
    }

    /** Runs work whose failure does not end the transaction that the connection may be in. */
    public static <T> T attempt(Connection connection, SqlWork<T> work) throws SQLException {
        if (connection.getAutoCommit()) {
            return work.run(connection);
        }
        Savepoint before = connection.setSavepoint();
        try {
            T result = work.run(connection);
            connection.releaseSavepoint(before);
            return result;
        } catch (SQLException e) {
            rollBackTo(before, e, connection);
            throw e;
        }
    }

    private static void rollBackTo(Savepoint before, SQLException failure, Connection connection) {
        try {
            connection.rollback(before);
        } catch (SQLException e) {
            failure.addSuppressed(e);
        }
    }

    /** Closes a connection that can't be used, and adds a failure of that to the reason. */
    public static void closeAfter(Exception reason, Connection connection) {
        try {
            connection.close();
        } catch (SQLException e) {
            reason.addSuppressed(e);
        }
    }

    private static void rollBackAfter(Throwable failure, Connection connection) {
        try {
            connection.rollback();
            connection.setAutoCommit(true);
        } catch (SQLException e) {
            failure.addSuppressed(e);
        }
    }
}
