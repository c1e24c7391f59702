package dev.signalbox.postgres.lease;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.time.Clock;
import dev.signalbox.jdbc.SqlWork;
import dev.signalbox.postgres.connection.PostgresConnections;
import java.sql.SQLException;
import java.time.Duration;

/**
 * Leadership where no schema of ours may exist: the advisory lock alone, with every write of its owner made on the
 * session that holds it.
 */
public final class LockOnlyCoordinator extends SessionCoordinator<LockOnlyMembership> {
    private final PostgresConnections connections;
    private final Clock clock;
    private final SilentHolders silentHolders = new SilentHolders();

    public LockOnlyCoordinator(PostgresConnections connections, String node, Clock clock) {
        super(connections, node);
        this.connections = connections;
        this.clock = clock;
    }

    @Override
    LockOnlyMembership membership(Incarnation incarnation, Duration ttl) {
        return new LockOnlyMembership(connections, clock, ttl, silentHolders);
    }

    <T> T write(Incarnation owner, SqlWork<T> work) throws SQLException {
        LockOnlyMembership membership = find(owner);
        if (membership == null) {
            throw new OwnerFencedException("The owner " + owner + " has left or never joined");
        }
        return membership.write(work);
    }
}
