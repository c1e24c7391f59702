package dev.signalbox.postgres.lease;

import dev.signalbox.core.coordination.Acquisition;
import dev.signalbox.core.coordination.CoordinationException;
import dev.signalbox.core.coordination.Coordinator;
import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.time.Clock;
import dev.signalbox.jdbc.SqlWork;
import dev.signalbox.postgres.connection.PostgresConnections;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Leadership where no schema of ours may exist: the advisory lock alone, with every write of its owner made on the
 * session that holds it.
 */
public final class LockOnlyCoordinator implements Coordinator {
    private final PostgresConnections connections;
    private final Clock clock;
    private final SilentHolders silentHolders = new SilentHolders();
    private final Map<Incarnation, LockOnlyMembership> memberships = new ConcurrentHashMap<>();

    public LockOnlyCoordinator(PostgresConnections connections, Clock clock) {
        this.connections = connections;
        this.clock = clock;
    }

    @Override
    public void join(Incarnation incarnation, Duration ttl) throws CoordinationException {
        if (memberships.containsKey(incarnation)) {
            return;
        }
        try {
            memberships.put(incarnation, LockOnlyMembership.open(connections, clock, ttl, silentHolders));
        } catch (SQLException e) {
            throw failed("join", e);
        }
    }

    @Override
    public boolean renew(Incarnation incarnation, Duration ttl) throws CoordinationException {
        LockOnlyMembership membership = memberships.get(incarnation);
        try {
            boolean renewed = membership != null && membership.renew();
            if (!renewed) {
                memberships.remove(incarnation);
            }
            return renewed;
        } catch (SQLException e) {
            throw failed("send a heartbeat", e);
        }
    }

    @Override
    public Acquisition acquire(Incarnation incarnation, String relay) throws CoordinationException {
        LockOnlyMembership membership = memberships.get(incarnation);
        try {
            return membership == null ? new Acquisition.Fenced() : membership.acquire(relay);
        } catch (SQLException e) {
            throw failed("acquire relay " + relay, e);
        }
    }

    @Override
    public void release(Incarnation incarnation, String relay) throws CoordinationException {
        LockOnlyMembership membership = memberships.get(incarnation);
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
    public void resign(Incarnation incarnation) {
        LockOnlyMembership membership = memberships.remove(incarnation);
        if (membership != null) {
            membership.close();
        }
    }

    @Override
    public void close() {
        memberships.values().forEach(LockOnlyMembership::close);
        memberships.clear();
    }

    <T> T write(Incarnation owner, SqlWork<T> work) throws SQLException {
        LockOnlyMembership membership = memberships.get(owner);
        if (membership == null) {
            throw new OwnerFencedException("The owner " + owner + " has left or never joined");
        }
        return membership.write(work);
    }

    private CoordinationException failed(String what, SQLException cause) {
        return new CoordinationException(
                "Could not " + what + " at " + connections.settings().displayUrl() + ": " + cause.getMessage(), cause);
    }
}
