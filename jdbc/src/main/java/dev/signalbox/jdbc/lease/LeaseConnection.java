package dev.signalbox.jdbc.lease;

import dev.signalbox.jdbc.SqlWork;
import dev.signalbox.jdbc.connection.TimeLimits;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The connection over which a node renews its lease. It bypasses the pool, has short time limits, and is replaced after
 * any failure. Work on it may run twice. It keeps no session state beyond a transaction, so a transaction-pooling proxy
 * is fine.
 */
final class LeaseConnection implements AutoCloseable {
    /** Divides the lease into time limits of calls: a hanging renewal and a retry on a new connection must both fit. */
    private static final int PATIENCE = 4;

    private static final Duration LEAST_PATIENCE = Duration.ofMillis(250);
    private static final Duration MOST_PATIENCE = Duration.ofSeconds(5);
    private static final Logger LOG = System.getLogger(LeaseConnection.class.getName());

    private final LeaseDatabase database;
    private final ReentrantLock turn = new ReentrantLock();
    private Duration patience = MOST_PATIENCE;
    private @Nullable Connection open;

    LeaseConnection(LeaseDatabase database) {
        this.database = database;
    }

    /** Runs the work, and limits each response to a fraction of the lease. */
    <T> T run(Duration ttl, SqlWork<T> work) throws SQLException {
        turn.lock();
        try {
            patience = patienceFor(ttl);
            return run(work);
        } finally {
            turn.unlock();
        }
    }

    /** Runs the work with the time limits of the last call, and again if an old connection breaks. */
    <T> T run(SqlWork<T> work) throws SQLException {
        turn.lock();
        try {
            boolean old = open != null;
            try {
                return runOnce(work);
            } catch (SQLException e) {
                if (!old || !database.isBroken(e)) {
                    throw e;
                }
            }
            return runOnce(work);
        } finally {
            turn.unlock();
        }
    }

    private <T> T runOnce(SqlWork<T> work) throws SQLException {
        try {
            return work.run(connection());
        } catch (SQLException e) {
            discard();
            throw e;
        }
    }

    @Override
    public void close() {
        turn.lock();
        try {
            discard();
        } finally {
            turn.unlock();
        }
    }

    private Connection connection() throws SQLException {
        Connection connection = open;
        if (connection == null) {
            connection = database.openForLeases(patience);
            open = connection;
        }
        connection.setNetworkTimeout(Runnable::run, (int) patience.toMillis());
        return connection;
    }

    private void discard() {
        Connection broken = open;
        open = null;
        if (broken != null) {
            try {
                broken.close();
            } catch (SQLException e) {
                // The connection is discarded in any case.
                LOG.log(Level.DEBUG, "Closing the connection of the lease failed", e);
            }
        }
    }

    private static Duration patienceFor(Duration ttl) {
        return TimeLimits.shorter(TimeLimits.longer(ttl.dividedBy(PATIENCE), LEAST_PATIENCE), MOST_PATIENCE);
    }
}
