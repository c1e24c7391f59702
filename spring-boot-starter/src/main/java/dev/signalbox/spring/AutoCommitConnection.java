package dev.signalbox.spring;

import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;

/** A connection outside the caller's transaction, in auto-commit mode. */
record AutoCommitConnection(DataSource dataSource) {
    /** Work on the connection. */
    @FunctionalInterface
    interface Work<T> {
        T on(Connection connection) throws SQLException;
    }

    <T> T use(Work<T> work) throws SQLException {
        try (Connection connection = dataSource.getConnection()) {
            boolean autoCommit = connection.getAutoCommit();
            connection.setAutoCommit(true);
            try {
                return work.on(connection);
            } finally {
                connection.setAutoCommit(autoCommit);
            }
        }
    }
}
