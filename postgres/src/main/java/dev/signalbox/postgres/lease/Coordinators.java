package dev.signalbox.postgres.lease;

import dev.signalbox.core.coordination.CoordinationException;
import dev.signalbox.core.coordination.Sharing;
import dev.signalbox.jdbc.lease.Coordination;
import dev.signalbox.jdbc.lease.CoordinatorChoice;
import dev.signalbox.postgres.connection.PostgresConnections;

/** Chooses the coordinator that a PostgreSQL database allows. */
public final class Coordinators {
    private Coordinators() {}

    /**
     * Spreads each relay over all nodes, where the side schema can be had.
     *
     * @throws CoordinationException if the database can't be reached, so that nothing is known yet
     */
    public static Coordination shards(PostgresConnections connections, String node) throws CoordinationException {
        return CoordinatorChoice.of(new PostgresLeases(connections), node, Sharing.SPREAD);
    }

    /**
     * Elects a leader.
     *
     * @throws CoordinationException if the database can't be reached, so that nothing is known yet
     */
    public static Coordination leader(PostgresConnections connections, String node) throws CoordinationException {
        return CoordinatorChoice.of(new PostgresLeases(connections), node, Sharing.WHOLE);
    }
}
