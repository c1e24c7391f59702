package dev.signalbox.jdbc.lease;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.jdbc.Fence;
import dev.signalbox.jdbc.SqlWork;
import java.sql.SQLException;

/**
 * Lends the session that holds the owner's advisory locks, one work at a time: whoever takes a lock over can only do
 * so after that session has ended, and its last transaction with it.
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

    /** {@inheritDoc} An owner that has lost its session gets an {@link OwnerFencedException}. */
    @Override
    public <T> T write(Incarnation owner, SqlWork<T> work) throws SQLException {
        return coordinator.write(owner, work);
    }
}
