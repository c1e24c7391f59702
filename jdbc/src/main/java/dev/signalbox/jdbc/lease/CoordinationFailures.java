package dev.signalbox.jdbc.lease;

import dev.signalbox.core.coordination.CoordinationException;
import java.sql.SQLException;

/** Describes which node failed to do what, and at which database. */
final class CoordinationFailures {
    private CoordinationFailures() {}

    static CoordinationException of(LeaseDatabase database, String node, String what, SQLException cause) {
        return new CoordinationException(
                "Node " + node + " could not " + what + " at " + database.displayUrl() + ": " + cause.getMessage(),
                cause);
    }
}
