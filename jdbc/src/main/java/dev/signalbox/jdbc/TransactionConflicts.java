package dev.signalbox.jdbc;

import java.sql.SQLException;
import java.util.Set;

/** Tells failures that come from other transactions. PostgreSQL tells them apart by SQLSTATE, MySQL by its own numbers. */
final class TransactionConflicts {
    private static final Set<String> UNDONE = Set.of("40001", "40P01");
    private static final Set<String> LOCKED = Set.of("55P03");
    private static final int DEADLOCK = 1213;
    private static final int LOCK_WAIT_TIMEOUT = 1205;
    private static final int LOCKED_AND_NO_WAIT = 3572;

    private TransactionConflicts() {}

    /** Serialisation failure, deadlock, lock time-out: the transaction is undone, and another try may do. */
    static boolean isRetryable(SQLException e) {
        return isLocked(e)
                || e.getErrorCode() == DEADLOCK
                || (e.getSQLState() != null && UNDONE.contains(e.getSQLState()));
    }

    /** Somebody's lock on a row was in the way, or the work itself asks for a closer look. */
    static boolean isLocked(SQLException e) {
        return e instanceof FastPathFailedException
                || e.getErrorCode() == LOCK_WAIT_TIMEOUT
                || e.getErrorCode() == LOCKED_AND_NO_WAIT
                || (e.getSQLState() != null && LOCKED.contains(e.getSQLState()));
    }
}
