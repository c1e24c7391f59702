package dev.signalbox.postgres.lease;

import dev.signalbox.jdbc.connection.TimeLimits;
import dev.signalbox.jdbc.connection.Transactions;
import dev.signalbox.jdbc.lease.LockHolder;
import dev.signalbox.jdbc.lease.LockSession;
import dev.signalbox.postgres.connection.PostgresConnections;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A dedicated database session that holds advisory locks; every statement on it runs under these locks. */
final class PostgresLockSession implements LockSession {
    private static final Logger LOG = System.getLogger(PostgresLockSession.class.getName());

    private final PostgresConnections connections;
    private final Connection connection;
    private final int pid;
    private final Set<String> held = new HashSet<>();

    private PostgresLockSession(PostgresConnections connections, Connection connection, int pid) {
        this.connections = connections;
        this.connection = connection;
        this.pid = pid;
    }

    /**
     * Opens a session that the server ends soon after its heartbeats stop.
     *
     * @param ttl the length of the lease that is renewed on this session; it bounds every statement
     * @param lockWait how long a statement may wait for a row, and so delay the next heartbeat
     */
    static PostgresLockSession open(PostgresConnections connections, Duration ttl, Duration lockWait)
            throws SQLException {
        String idleLimit = Long.toString(TimeLimits.silenceOfLockSession(ttl).toMillis());
        Connection connection = connections.openOwn(
                "lock", TimeLimits.ofLockSession(ttl, lockWait), Map.of("idle_session_timeout", idleLimit));
        try {
            return new PostgresLockSession(
                    connections, connection, PostgresPoolingProxyProbe.check(connection, connections));
        } catch (SQLException | RuntimeException e) {
            Transactions.closeAfter(e, connection);
            throw e;
        }
    }

    @Override
    public Connection connection() {
        return connection;
    }

    int pid() {
        return pid;
    }

    /** Fails if the session is no longer the one that took the locks. */
    void verify(int servedBy) {
        if (servedBy != pid) {
            throw PostgresPoolingProxyProbe.refusal(
                    connections,
                    "the locks were taken by process " + pid + ", and process " + servedBy + " answers now");
        }
    }

    @Override
    public void touch() throws SQLException {
        verify(PostgresLeaseSql.PID.sql().one(connection, Map.of(), row -> row.getInt(1)));
    }

    boolean holds(String relay) {
        return held.contains(relay);
    }

    /** {@inheritDoc} Does not lock again, because session locks are counted. */
    @Override
    public boolean tryLock(String relay) throws SQLException {
        if (held.contains(relay)) {
            return true;
        }
        boolean obtained = call(PostgresLeaseSql.TRY_LOCK, relay);
        if (obtained) {
            held.add(relay);
        }
        return obtained;
    }

    /** Terminates an orphaned process of the same owner, and takes its lock. */
    void takeFrom(int formerPid, String relay) throws SQLException {
        PostgresLeaseSql.END_SESSION.sql().execute(connection, Map.of("pid", formerPid));
        PostgresLeaseSql.WAIT_FOR_LOCK
                .sql()
                .execute(connection, AdvisoryLockKey.ofLeader(relay).parameters());
        held.add(relay);
    }

    @Override
    public void unlock(String relay) throws SQLException {
        if (held.remove(relay)) {
            call(PostgresLeaseSql.UNLOCK, relay);
        }
    }

    @Override
    public List<LockHolder> holdersOf(String relay) throws SQLException {
        return PostgresLockHolders.of(connection, AdvisoryLockKey.ofLeader(relay));
    }

    @Override
    public boolean endSilentHolder(String relay, Duration silence) throws SQLException {
        Map<String, Long> values = new HashMap<>(AdvisoryLockKey.ofLeader(relay).parameters());
        values.put("silence", silence.toMillis());
        return PostgresLeaseSql.END_SILENT_HOLDER
                .sql()
                .query(connection, values, row -> row.next() && row.getBoolean(1));
    }

    @Override
    public boolean brokenBy(SQLException failure) throws SQLException {
        String state = String.valueOf(failure.getSQLState());
        return connection.isClosed() || state.startsWith("08") || state.startsWith("57P") || state.equals("25P03");
    }

    @Override
    public void close() {
        try {
            connection.close();
        } catch (SQLException e) {
            // Safe to ignore: the server ends a session whose client is gone.
            LOG.log(Level.DEBUG, "Closing the session with the locks failed", e);
        }
    }

    private boolean call(PostgresLeaseSql function, String relay) throws SQLException {
        return function.sql().one(connection, AdvisoryLockKey.ofLeader(relay).parameters(), row -> row.getBoolean(1));
    }
}
