package dev.signalbox.mysql.lease;

import dev.signalbox.core.coordination.CoordinationException;
import dev.signalbox.core.coordination.Sharing;
import dev.signalbox.jdbc.lease.Coordination;
import dev.signalbox.jdbc.lease.CoordinatorChoice;
import dev.signalbox.mysql.connection.MySqlConnections;

/** Chooses the coordinator that a MySQL or MariaDB database allows. */
public final class Coordinators {
    private Coordinators() {}

    /**
     * Spreads each relay over all nodes, where our own tables can be had.
     *
     * @throws CoordinationException if the database can't be reached, so that nothing is known yet
     */
    public static Coordination shards(MySqlConnections connections, String node) throws CoordinationException {
        return CoordinatorChoice.of(new MySqlLeases(connections), node, Sharing.SPREAD);
    }

    /**
     * Elects a leader.
     *
     * @throws CoordinationException if the database can't be reached, so that nothing is known yet
     */
    public static Coordination leader(MySqlConnections connections, String node) throws CoordinationException {
        return CoordinatorChoice.of(new MySqlLeases(connections), node, Sharing.WHOLE);
    }
}
