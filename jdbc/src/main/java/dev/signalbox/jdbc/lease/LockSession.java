package dev.signalbox.jdbc.lease;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;

/** A dedicated database session that holds relays' locks; everything on it runs while it holds them. */
public interface LockSession extends AutoCloseable {
    Connection connection();

    /** Sends a heartbeat; fails if this is no longer the session that took the locks. */
    void touch() throws SQLException;

    /** Takes the lock if it is free. Does not take a lock twice. */
    boolean tryLock(String relay) throws SQLException;

    void unlock(String relay) throws SQLException;

    /** The other sessions that hold the lock, as far as the server shows them. */
    List<LockHolder> holdersOf(String relay) throws SQLException;

    /** Ends the session that holds the lock if it has been silent for this long; false if there is no such session. */
    boolean endSilentHolder(String relay, Duration silence) throws SQLException;

    /** True if the failure means that the session and its locks are lost, or soon will be. */
    boolean brokenBy(SQLException failure) throws SQLException;

    @Override
    void close();
}
