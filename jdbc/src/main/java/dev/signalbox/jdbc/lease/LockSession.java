package dev.signalbox.jdbc.lease;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;

/** A database session of its own that holds relays' locks; whatever runs on it runs while it holds them. */
public interface LockSession extends AutoCloseable {
    Connection connection();

    /** A heartbeat; refuses a session that is no longer the one that took the locks. */
    void touch() throws SQLException;

    /** Takes the lock if it is free. A lock that is held already is not taken twice. */
    boolean tryLock(String relay) throws SQLException;

    void unlock(String relay) throws SQLException;

    /** Who holds the lock, as far as the server tells. */
    Optional<String> holderOf(String relay) throws SQLException;

    /** Ends the session that holds the lock if it has sent nothing for so long; false if there is none to end. */
    boolean endSilentHolder(String relay, Duration silence) throws SQLException;

    /** True if this failure means that the session, and every lock with it, is gone or soon will be. */
    boolean brokenBy(SQLException failure) throws SQLException;

    @Override
    void close();
}
