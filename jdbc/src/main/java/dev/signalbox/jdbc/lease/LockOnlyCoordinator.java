package dev.signalbox.jdbc.lease;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.time.Clock;
import dev.signalbox.jdbc.Fence;
import dev.signalbox.jdbc.SqlWork;
import java.sql.SQLException;

/**
 * Leadership without a side schema: the advisory lock alone, with every write of the owner made on the session that
 * holds it, one at a time. Another node can take the lock over only after that session has ended.
 */
public final class LockOnlyCoordinator extends SessionCoordinator<LockOnlyMembership> implements Fence {
    public LockOnlyCoordinator(LeaseDatabase database, String node, Clock clock) {
        super(database, node, (ttl, silentHolders) -> new LockOnlyMembership(database, clock, ttl, silentHolders));
    }

    @Override
    public boolean byLeaseRow() {
        return false;
    }

    /** {@inheritDoc} Throws an {@link OwnerFencedException} if the owner has lost its session. */
    @Override
    public <T> T write(Incarnation owner, SqlWork<T> work) throws SQLException {
        LockOnlyMembership membership = find(owner);
        if (membership == null) {
            throw new OwnerFencedException("The owner " + owner + " has left or never joined");
        }
        return membership.write(work);
    }
}
