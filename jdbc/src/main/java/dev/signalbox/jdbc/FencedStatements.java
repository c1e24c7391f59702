package dev.signalbox.jdbc;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.source.SourceException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import java.util.Set;

/** Runs statements on one table: reads directly, writes behind the fence. Retries both after transaction conflicts. */
public final class FencedStatements {
    private static final int TRIES = 4;
    private static final Set<String> UNDONE = Set.of("40001", "40P01");
    private static final String LOCKED = "55P03";
    private static final int DEADLOCK = 1213;
    private static final int LOCK_WAIT_TIMEOUT = 1205;
    private static final int LOCKED_AND_NO_WAIT = 3572;

    private final String subject;
    private final Fence fence;
    private final ConnectionLender reads;

    /** @param table the table's name in error messages */
    public FencedStatements(String table, Fence fence, ConnectionLender reads) {
        this(fence, reads, "outbox table " + table);
    }

    private FencedStatements(Fence fence, ConnectionLender reads, String subject) {
        this.subject = subject;
        this.fence = fence;
        this.reads = reads;
    }

    /** Statements on an event log. */
    public static FencedStatements ofLog(String log, Fence fence, ConnectionLender reads) {
        return new FencedStatements(fence, reads, "event log " + log);
    }

    public boolean byLeaseRow() {
        return fence.byLeaseRow();
    }

    public <T> T read(String what, SqlWork<T> work) throws SourceException {
        return tried(what, () -> {
            try (Connection connection = reads.borrow()) {
                return work.run(connection);
            }
        });
    }

    public <T> T write(String what, Incarnation owner, SqlWork<T> work) throws SourceException {
        return tried(what, () -> fence.write(owner, work));
    }

    /** Like {@link #write}, for work that is a single statement. */
    public <T> T writeOnce(String what, Incarnation owner, SqlWork<T> statement) throws SourceException {
        return tried(what, () -> fence.writeOnce(owner, statement));
    }

    /** Like {@link #writeOnce}, but returns empty if a row is locked, instead of waiting. */
    public <T> Optional<T> writeUnlessLocked(String what, Incarnation owner, SqlWork<T> statement)
            throws SourceException {
        return tried(what, () -> {
            try {
                return Optional.of(fence.writeOnce(owner, statement));
            } catch (SQLException e) {
                if (isLocked(e)) {
                    return Optional.empty();
                }
                throw e;
            }
        });
    }

    private interface Attempt<T> {
        T run() throws SQLException;
    }

    private <T> T tried(String what, Attempt<T> attempt) throws SourceException {
        for (int tries = 1; ; tries++) {
            try {
                return attempt.run();
            } catch (SQLException e) {
                if (tries == TRIES || !isRetryable(e)) {
                    throw new SourceException("could not %s of %s: %s".formatted(what, subject, e.getMessage()), e);
                }
            }
        }
    }

    /**
     * Serialisation failure, deadlock or lock time-out, by SQLSTATE on PostgreSQL and by error number on MySQL: the
     * transaction is rolled back, and a retry may succeed.
     */
    private static boolean isRetryable(SQLException e) {
        return isLocked(e) || e.getErrorCode() == DEADLOCK || UNDONE.contains(String.valueOf(e.getSQLState()));
    }

    /** Another transaction holds a row lock, or the fast path failed. */
    private static boolean isLocked(SQLException e) {
        return e instanceof FastPathFailedException
                || e.getErrorCode() == LOCK_WAIT_TIMEOUT
                || e.getErrorCode() == LOCKED_AND_NO_WAIT
                || LOCKED.equals(e.getSQLState());
    }
}
