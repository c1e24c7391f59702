package dev.signalbox.mysql.lease;

import dev.signalbox.jdbc.lease.LockHolder;
import dev.signalbox.jdbc.lease.LockSession;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A session that holds named locks ({@code GET_LOCK}); the server releases them when the session ends. */
final class MySqlLockSession implements LockSession {
    private static final Logger LOG = System.getLogger(MySqlLockSession.class.getName());

    private final MySqlLeases database;
    private final Connection connection;
    private final LeaseStatementRunner statements;
    private final ServerSessions server;
    private final long number;
    private final Set<String> held = new HashSet<>();

    /** @param number the server's id of the session, which identifies the session for its whole life */
    MySqlLockSession(MySqlLeases database, Connection connection, long number) {
        this.database = database;
        this.connection = connection;
        this.statements = new LeaseStatementRunner(connection, Map.of());
        this.server = new ServerSessions(statements);
        this.number = number;
    }

    @Override
    public Connection connection() {
        return connection;
    }

    @Override
    public void touch() throws SQLException {
        long servedBy = MySqlPoolingProxyProbe.session(connection);
        if (servedBy != number) {
            throw MySqlPoolingProxyProbe.refusal(
                    database.displayUrl(),
                    "the locks were taken by session " + number + ", and session " + servedBy + " answers now");
        }
    }

    /** {@inheritDoc} The server would count it as locked twice. */
    @Override
    public boolean tryLock(String relay) throws SQLException {
        boolean obtained =
                held.contains(relay) || call(MySqlLeaseSql.TRY_LOCK, relay).equals(Optional.of(1L));
        if (obtained) {
            held.add(relay);
        }
        return obtained;
    }

    @Override
    public void unlock(String relay) throws SQLException {
        if (held.remove(relay)) {
            call(MySqlLeaseSql.UNLOCK, relay);
        }
    }

    @Override
    public List<LockHolder> holdersOf(String relay) throws SQLException {
        Optional<Long> holder = call(MySqlLeaseSql.HOLDER, relay);
        return holder.isPresent() ? List.of(server.holder(holder.get())) : List.of();
    }

    @Override
    public boolean endSilentHolder(String relay, Duration silence) throws SQLException {
        Optional<Long> holder = call(MySqlLeaseSql.HOLDER, relay);
        List<Long> silent = holder.isPresent() ? server.idle(List.of(holder.get()), silence) : List.of();
        for (long session : silent) {
            server.end(session);
        }
        return !silent.isEmpty();
    }

    @Override
    public boolean brokenBy(SQLException failure) throws SQLException {
        return connection.isClosed() || database.isBroken(failure);
    }

    @Override
    public void close() {
        try {
            connection.close();
        } catch (SQLException e) {
            // Closing is optional: the server ends a session whose client is gone.
            LOG.log(Level.DEBUG, "Closing the session with the locks failed", e);
        }
    }

    private Optional<Long> call(MySqlLeaseSql function, String relay) throws SQLException {
        String answer =
                statements.column(function.sql(), Map.of("relay", relay)).getFirst();
        return answer.isEmpty() ? Optional.empty() : Optional.of(Long.valueOf(answer));
    }
}
