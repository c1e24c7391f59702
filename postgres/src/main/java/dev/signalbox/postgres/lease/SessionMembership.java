package dev.signalbox.postgres.lease;

import dev.signalbox.core.coordination.Acquisition;
import java.sql.SQLException;
import java.time.Duration;

/** One incarnation's part in the election, on a session of its own. */
interface SessionMembership {
    void join() throws SQLException;

    /** Returns false if the incarnation can never be renewed again. */
    boolean renew(Duration ttl) throws SQLException;

    Acquisition acquire(String relay) throws SQLException;

    void release(String relay) throws SQLException;

    void resign() throws SQLException;

    /** Closes the session, and leaves everything else to run out by itself. */
    void close();
}
