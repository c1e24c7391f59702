package dev.signalbox.jdbc;

import java.sql.SQLException;
import java.util.Set;

/** Recognises failures that other transactions cause, by SQLSTATE on PostgreSQL and by error number on MySQL. */
final class TransactionConflicts {
    private static final Set<String> UNDONE = Set.of("40001", "40P01");
    private static final Set<String> LOCKED = Set.of("55P03");
    private static final int DEADLOCK = 1213;
    private static final int LOCK_WAIT_TIMEOUT = 1205;
    private static final int LOCKED_AND_NO_WAIT = 3572;

    private TransactionConflicts() {}

    /** Serialisation failure, deadlock or lock time-out: the transaction is rolled back, and a retry may succeed. */
    static boolean isRetryable(SQLException e) {
        return isLocked(e)
                || e.getErrorCode() == DEADLOCK
                || (e.getSQLState() != null && UNDONE.contains(e.getSQLState()));
    }

    /** Another transaction holds a row lock, or the fast path failed. */
    static boolean isLocked(SQLException e) {
        return e instanceof FastPathFailedException
                || e.getErrorCode() == LOCK_WAIT_TIMEOUT
                || e.getErrorCode() == LOCKED_AND_NO_WAIT
                || (e.getSQLState() != null && LOCKED.contains(e.getSQLState()));
    }
}
