package dev.signalbox.postgres.lease;

import dev.signalbox.core.coordination.Acquisition;
import dev.signalbox.core.coordination.CoordinationException;
import dev.signalbox.core.coordination.Coordinator;
import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.postgres.connection.PostgresConnections;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * One node works a relay and the others stand by: an advisory lock on a connection of its own says who, and the node's
 * lease row fences whoever has lost it.
 */
public final class LeaderCoordinator implements Coordinator {
    private final PostgresConnections connections;
    private final String node;
    private final SilentHolders silentHolders = new SilentHolders();
    private final Map<Incarnation, LeaderMembership> memberships = new ConcurrentHashMap<>();

    /** Coordinates by way of a database in which {@link SideSchema} is available. */
    public LeaderCoordinator(PostgresConnections connections, String node) {
        this.connections = connections;
        this.node = node;
    }

    @Override
    public void join(Incarnation incarnation, Duration ttl) throws CoordinationException {
        LeaderMembership joining = new LeaderMembership(connections, node, incarnation, ttl, silentHolders);
        LeaderMembership membership = memberships.computeIfAbsent(incarnation, _ -> joining);
        boolean joined = false;
        try {
            membership.join();
            joined = true;
        } catch (SQLException e) {
            throw failed("join", e);
        } finally {
            if (!joined) {
                memberships.remove(incarnation);
                membership.close();
            }
        }
    }

    @Override
    public boolean renew(Incarnation incarnation, Duration ttl) throws CoordinationException {
        LeaderMembership membership = memberships.get(incarnation);
        try {
            boolean renewed = membership != null && membership.renew(ttl);
            if (!renewed) {
                memberships.remove(incarnation);
            }
            return renewed;
        } catch (SQLException e) {
            throw failed("renew the lease", e);
        }
    }

    @Override
    public Acquisition acquire(Incarnation incarnation, String relay) throws CoordinationException {
        LeaderMembership membership = memberships.get(incarnation);
        try {
            return membership == null ? new Acquisition.Fenced() : membership.acquire(relay);
        } catch (SQLException e) {
            throw failed("acquire relay " + relay, e);
        }
    }

    @Override
    public void release(Incarnation incarnation, String relay) throws CoordinationException {
        LeaderMembership membership = memberships.get(incarnation);
        if (membership == null) {
            return;
        }
        try {
            membership.release(relay);
        } catch (SQLException e) {
            throw failed("release relay " + relay, e);
        }
    }

    @Override
    public void resign(Incarnation incarnation) throws CoordinationException {
        LeaderMembership membership = memberships.get(incarnation);
        if (membership == null) {
            return;
        }
        try {
            membership.resign();
            memberships.remove(incarnation);
        } catch (SQLException e) {
            throw failed("resign", e);
        }
    }

    @Override
    public void close() {
        memberships.values().forEach(LeaderMembership::close);
        memberships.clear();
    }

    private CoordinationException failed(String what, SQLException cause) {
        return new CoordinationException(
                "Node " + node + " could not " + what + " at "
                        + connections.settings().displayUrl() + ": " + cause.getMessage(),
                cause);
    }
}
