package dev.signalbox.mysql.lease;

import dev.signalbox.core.coordination.CoordinationException;
import dev.signalbox.core.coordination.RelaySharing;
import dev.signalbox.jdbc.lease.CoordinationSetup;
import dev.signalbox.jdbc.lease.CoordinatorChoice;
import dev.signalbox.mysql.connection.MySqlConnections;

/** Chooses the coordinator that a MySQL or MariaDB database allows. */
public final class MySqlCoordinators {
    private MySqlCoordinators() {}

    /**
     * Spreads each relay over all nodes, if the side schema is available.
     *
     * @throws CoordinationException if the database is unreachable, so that the choice is still open
     */
    public static CoordinationSetup shards(MySqlConnections connections, String node) throws CoordinationException {
        return CoordinatorChoice.of(new MySqlLeases(connections), node, RelaySharing.SPREAD);
    }

    /**
     * Elects a leader.
     *
     * @throws CoordinationException if the database is unreachable, so that the choice is still open
     */
    public static CoordinationSetup leader(MySqlConnections connections, String node) throws CoordinationException {
        return CoordinatorChoice.of(new MySqlLeases(connections), node, RelaySharing.WHOLE);
    }
}
