package dev.signalbox.jdbc.lease;

import dev.signalbox.core.coordination.Coordinator.Acquisition;
import dev.signalbox.core.coordination.Coordinator.Renewal;
import dev.signalbox.core.coordination.Incarnation;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Set;

/** One incarnation's membership, on its own session. */
public interface SessionMembership {
    /** Begins the membership, and returns the incarnation under which it is recorded. */
    Incarnation join(Incarnation proposed, Set<String> relays) throws SQLException;

    Renewal renew(Duration ttl) throws SQLException;

    Acquisition acquire(String relay) throws SQLException;

    void release(String relay) throws SQLException;

    void resign() throws SQLException;

    /** Closes the session, and lets everything else expire. */
    void close();
}
