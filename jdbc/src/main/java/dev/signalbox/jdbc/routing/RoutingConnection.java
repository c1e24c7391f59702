package dev.signalbox.jdbc.routing;

import dev.signalbox.core.source.SourceException;
import dev.signalbox.jdbc.ConnectionLender;
import dev.signalbox.jdbc.SqlWork;
import java.sql.Connection;
import java.sql.SQLException;

/** Runs work on a borrowed connection, and describes failures. */
record RoutingConnection(ConnectionLender connections) {
    <T> T run(String what, SqlWork<T> work) throws SourceException {
        try (Connection connection = connections.borrow()) {
            return work.run(connection);
        } catch (SQLException e) {
            throw new SourceException("could not " + what + ": " + e.getMessage(), e);
        }
    }
}
