package dev.signalbox.postgres.lease;

import dev.signalbox.core.coordination.CoordinationException;
import dev.signalbox.core.coordination.RelaySharing;
import dev.signalbox.jdbc.lease.CoordinationSetup;
import dev.signalbox.jdbc.lease.CoordinatorChoice;
import dev.signalbox.postgres.connection.PostgresConnections;

/** Chooses a coordinator that the PostgreSQL database supports. */
public final class PostgresCoordinators {
    private PostgresCoordinators() {}

    /**
     * Spreads each relay over all nodes if the side schema is available.
     *
     * @throws CoordinationException if the database is unreachable, so the answer is unknown
     */
    public static CoordinationSetup shards(PostgresConnections connections, String node) throws CoordinationException {
        return CoordinatorChoice.of(new PostgresLeases(connections), node, RelaySharing.SPREAD);
    }

    /**
     * Elects a leader.
     *
     * @throws CoordinationException if the database is unreachable, so the answer is unknown
     */
    public static CoordinationSetup leader(PostgresConnections connections, String node) throws CoordinationException {
        return CoordinatorChoice.of(new PostgresLeases(connections), node, RelaySharing.WHOLE);
    }
}
