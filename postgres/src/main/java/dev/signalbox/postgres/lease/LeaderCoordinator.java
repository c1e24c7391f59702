package dev.signalbox.postgres.lease;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.jdbc.lease.SessionCoordinator;
import dev.signalbox.jdbc.lease.SilentLockHolders;
import dev.signalbox.postgres.connection.PostgresConnections;
import java.time.Duration;

/**
 * One node works on a relay and the others are standbys. An advisory lock on a dedicated connection elects the leader,
 * and the node's lease row fences a former leader.
 */
final class LeaderCoordinator extends SessionCoordinator<LeaderMembership> {
    private final PostgresConnections connections;
    private final String node;
    private final SilentLockHolders silentHolders;

    /** Coordinates through a database in which {@link PostgresSideSchema} is available. */
    LeaderCoordinator(PostgresLeases database, PostgresConnections connections, String node) {
        super(database, node);
        this.connections = connections;
        this.node = node;
        this.silentHolders = new SilentLockHolders(database);
    }

    @Override
    protected LeaderMembership membership(Incarnation incarnation, Duration ttl) {
        return new LeaderMembership(connections, node, incarnation, ttl, silentHolders);
    }
}
