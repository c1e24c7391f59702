package dev.signalbox.jdbc.lease;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.time.Clock;
import dev.signalbox.jdbc.SqlWork;
import java.sql.SQLException;
import java.time.Duration;

/**
 * Leadership without a side schema: the advisory lock alone, with every write of the owner made on the session that
 * holds it.
 */
public final class LockOnlyCoordinator extends SessionCoordinator<LockOnlyMembership> {
    private final LeaseDatabase database;
    private final Clock clock;
    private final SilentLockHolders silentHolders;

    public LockOnlyCoordinator(LeaseDatabase database, String node, Clock clock) {
        super(database, node);
        this.database = database;
        this.clock = clock;
        this.silentHolders = new SilentLockHolders(database);
    }

    @Override
    protected LockOnlyMembership membership(Incarnation incarnation, Duration ttl) {
        return new LockOnlyMembership(database, clock, ttl, silentHolders);
    }

    <T> T write(Incarnation owner, SqlWork<T> work) throws SQLException {
        LockOnlyMembership membership = find(owner);
        if (membership == null) {
            throw new OwnerFencedException("The owner " + owner + " has left or never joined");
        }
        return membership.write(work);
    }
}
