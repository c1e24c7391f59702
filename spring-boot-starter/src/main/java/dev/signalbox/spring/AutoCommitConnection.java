package dev.signalbox.spring;

import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;

/** A connection outside of the caller's transaction, on which each statement stands for itself. */
record AutoCommitConnection(DataSource dataSource) {
    /** What is done on it. */
    @FunctionalInterface
    interface Work<T> {
        T on(Connection connection) throws SQLException;
    }

    <T> T use(Work<T> work) throws SQLException {
        try (Connection connection = dataSource.getConnection()) {
            boolean usual = connection.getAutoCommit();
            connection.setAutoCommit(true);
            try {
                return work.on(connection);
            } finally {
                connection.setAutoCommit(usual);
            }
        }
    }
}
