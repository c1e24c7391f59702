package dev.signalbox.jdbc;

import dev.signalbox.core.coordination.Incarnation;
import java.sql.SQLException;

/** Runs an owner's writes so that a fenced owner changes nothing. */
public interface Fence {
    /**
     * True if each statement must itself lock the owner's row in {@code signalbox.nodes}; false if there is no such
     * table, and the connection that {@link #write} lends is the one whose session holds the advisory lock.
     */
    boolean byLeaseRow();

    /** Runs the work in its own transaction and commits it. */
    <T> T write(Incarnation owner, SqlWork<T> work) throws SQLException;

    /** Like {@link #write}, for work that is a single statement and therefore a transaction by itself. */
    default <T> T writeOnce(Incarnation owner, SqlWork<T> statement) throws SQLException {
        return write(owner, statement);
    }
}
