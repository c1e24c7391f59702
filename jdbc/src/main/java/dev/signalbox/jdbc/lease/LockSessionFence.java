package dev.signalbox.jdbc.lease;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.jdbc.Fence;
import dev.signalbox.jdbc.SqlWork;
import java.sql.SQLException;

/**
 * Lends the session that holds the owner's advisory locks to one write at a time. Another node can take a lock over
 * only after that session, and its last transaction, has ended.
 */
public final class LockSessionFence implements Fence {
    private final LockOnlyCoordinator coordinator;

    public LockSessionFence(LockOnlyCoordinator coordinator) {
        this.coordinator = coordinator;
    }

    @Override
    public boolean byLeaseRow() {
        return false;
    }

    /** {@inheritDoc} Throws an {@link OwnerFencedException} if the owner has lost its session. */
    @Override
    public <T> T write(Incarnation owner, SqlWork<T> work) throws SQLException {
        return coordinator.write(owner, work);
    }
}
