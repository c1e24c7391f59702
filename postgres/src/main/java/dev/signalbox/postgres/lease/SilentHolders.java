package dev.signalbox.postgres.lease;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Ends sessions that hold a relay's lock but have fallen silent: those of a stopped process, or behind a connection of
 * which the server does not know yet that it is dead.
 */
final class SilentHolders {
    /** How long a lease must be over, or a heartbeat be missing beyond it, before its owner's session is ended. */
    static final Duration GRACE = Duration.ofSeconds(2);

    private static final Logger LOG = System.getLogger(SilentHolders.class.getName());
    private static final String INSUFFICIENT_PRIVILEGE = "42501";

    private final AtomicBoolean warned = new AtomicBoolean();

    /** Ends the session that holds the lock if it has sent nothing for a lease and its time of grace. */
    void end(LockSession session, String relay, Duration ttl) throws SQLException {
        RelayKey key = RelayKey.ofLeader(relay);
        try (PreparedStatement statement = session.connection().prepareStatement(LeaseSql.named("end-silent-holder"))) {
            statement.setLong(1, key.classId());
            statement.setLong(2, key.objectId());
            statement.setLong(3, ttl.plus(GRACE).toMillis());
            try (ResultSet row = statement.executeQuery()) {
                if (row.next() && row.getBoolean(1)) {
                    LOG.log(Level.WARNING, "Relay {0}: ended the silent session that held its lock", relay);
                }
            }
        } catch (SQLException e) {
            if (!INSUFFICIENT_PRIVILEGE.equals(e.getSQLState())) {
                throw e;
            }
            if (warned.compareAndSet(false, true)) {
                LOG.log(
                        Level.WARNING,
                        "Relay {0}: its lock is held by a silent session of another role, which this role may not end;"
                                + " the server ends it when it has been idle for long enough ({1})",
                        relay,
                        e.getMessage());
            }
        }
    }
}
