package dev.signalbox.postgres.lease;

import dev.signalbox.core.coordination.CoordinationException;
import dev.signalbox.core.coordination.RelaySharing;
import dev.signalbox.jdbc.lease.CoordinationSetup;
import dev.signalbox.jdbc.lease.CoordinatorChoice;
import dev.signalbox.postgres.connection.PostgresConnections;

/** Chooses the coordinator that a PostgreSQL database allows. */
public final class PostgresCoordinators {
    private PostgresCoordinators() {}

    /**
     * Spreads each relay over all nodes, where the side schema can be had.
     *
     * @throws CoordinationException if the database can't be reached, so that nothing is known yet
     */
    public static CoordinationSetup shards(PostgresConnections connections, String node) throws CoordinationException {
        return CoordinatorChoice.of(new PostgresLeases(connections), node, RelaySharing.SPREAD);
    }

    /**
     * Elects a leader.
     *
     * @throws CoordinationException if the database can't be reached, so that nothing is known yet
     */
    public static CoordinationSetup leader(PostgresConnections connections, String node) throws CoordinationException {
        return CoordinatorChoice.of(new PostgresLeases(connections), node, RelaySharing.WHOLE);
    }
}
