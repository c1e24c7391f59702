package dev.signalbox.jdbc;

import dev.signalbox.core.source.SourceException;
import java.sql.Connection;
import java.sql.SQLException;

/** Lends a connection. Closing the connection returns it. */
@FunctionalInterface
public interface ConnectionLender {
    Connection borrow() throws SQLException;

    /** Runs the work on a borrowed connection, and says in a failure what was tried. */
    default <T> T run(String what, SqlWork<T> work) throws SourceException {
        try (Connection connection = borrow()) {
            return work.run(connection);
        } catch (SQLException e) {
            throw new SourceException("could not " + what + ": " + e.getMessage(), e);
        }
    }
}
