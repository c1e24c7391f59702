package dev.signalbox.postgres.lease;

import dev.signalbox.core.coordination.CoordinationException;
import dev.signalbox.postgres.connection.PostgresConnections;
import java.sql.SQLException;

/** Says which node could not do what, and where. */
final class Failures {
    private Failures() {}

    static CoordinationException of(PostgresConnections connections, String node, String what, SQLException cause) {
        return new CoordinationException(
                "Node " + node + " could not " + what + " at "
                        + connections.settings().displayUrl() + ": " + cause.getMessage(),
                cause);
    }
}
