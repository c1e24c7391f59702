package dev.signalbox.jdbc.lease;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Ends silent sessions that hold a relay's lock: those of a stopped process, or behind a dead connection that the
 * server has not noticed yet.
 */
public final class SilentLockHolders {
    /**
     * How long a lease must have expired, or a heartbeat be overdue by more than a lease, before the session is ended.
     */
    public static final Duration GRACE = Duration.ofSeconds(2);

    private static final Logger LOG = System.getLogger(SilentLockHolders.class.getName());

    private final LeaseDatabase database;
    private final AtomicBoolean warned = new AtomicBoolean();

    public SilentLockHolders(LeaseDatabase database) {
        this.database = database;
    }

    /** Ends the session that holds the lock if it has been silent for one lease and the grace period. */
    public void end(LockSession session, String relay, Duration ttl) throws SQLException {
        try {
            if (session.endSilentHolder(relay, ttl.plus(GRACE))) {
                LOG.log(Level.WARNING, "Relay {0}: ended the silent session that held its lock", relay);
            }
        } catch (SQLException e) {
            if (!database.isForbidden(e)) {
                throw e;
            }
            if (warned.compareAndSet(false, true)) {
                LOG.log(
                        Level.WARNING,
                        "Relay {0}: its lock is held by a silent session of another user, which this user may not end;"
                                + " the server ends it when it has been idle for long enough ({1})",
                        relay,
                        e.getMessage());
            }
        }
    }
}
