package dev.signalbox.postgres.lease;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.postgres.connection.PostgresConnections;
import java.time.Duration;

/**
 * One node works a relay and the others stand by: an advisory lock on a connection of its own says who, and the node's
 * lease row fences whoever has lost it.
 */
public final class LeaderCoordinator extends SessionCoordinator<LeaderMembership> {
    private final PostgresConnections connections;
    private final String node;
    private final SilentHolders silentHolders = new SilentHolders();

    /** Coordinates by way of a database in which {@link SideSchema} is available. */
    public LeaderCoordinator(PostgresConnections connections, String node) {
        super(connections, node);
        this.connections = connections;
        this.node = node;
    }

    @Override
    LeaderMembership membership(Incarnation incarnation, Duration ttl) {
        return new LeaderMembership(connections, node, incarnation, ttl, silentHolders);
    }
}
