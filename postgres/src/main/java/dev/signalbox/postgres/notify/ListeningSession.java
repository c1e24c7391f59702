package dev.signalbox.postgres.notify;

import dev.signalbox.jdbc.Sql;
import dev.signalbox.jdbc.connection.TimeLimits;
import dev.signalbox.jdbc.connection.Transactions;
import dev.signalbox.postgres.connection.PostgresConnections;
import dev.signalbox.postgres.lease.PostgresPoolingProxyProbe;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;

/** A dedicated database session that receives notifications, and holds the locks that request them. */
final class ListeningSession implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(ListeningSession.class.getName());
    private static final Sql ARM = WakeUpTrigger.sql(WakeUpTrigger.Statement.ARM);
    private static final Sql DISARM = WakeUpTrigger.sql(WakeUpTrigger.Statement.DISARM);

    private static final Duration PATIENCE = Duration.ofSeconds(5);
    /** The idle time-out of the session, after which the server releases the locks of a lost client. */
    private static final Duration LONGEST_SILENCE = Duration.ofMinutes(1);

    /** Which session makes the writers of a table send notifications. */
    enum ArmedBy {
        /** This session. */
        OURS,
        /** A session of another node. */
        THEIRS,
        /** None: a transaction that sends no notification is still open. */
        NONE
    }

    private final Connection connection;
    private final int pid;

    private ListeningSession(Connection connection, int pid) {
        this.connection = connection;
        this.pid = pid;
    }

    /**
     * Connects and starts to listen.
     *
     * @throws dev.signalbox.jdbc.lease.PoolingProxyException if a proxy shares the session between clients
     */
    static ListeningSession open(PostgresConnections connections) throws SQLException {
        TimeLimits usual = connections.settings().limits();
        TimeLimits limits =
                new TimeLimits(usual.connect(), usual.borrow(), PATIENCE.plusSeconds(1), PATIENCE, PATIENCE, PATIENCE);
        // Notifications need not survive a crash of the server, which ends the sessions of their receivers too.
        Map<String, String> parameters =
                Map.of("idle_session_timeout", Long.toString(LONGEST_SILENCE.toMillis()), "synchronous_commit", "off");
        Connection connection = connections.openOwn("wake-ups", limits, parameters);
        try {
            int pid = PostgresPoolingProxyProbe.check(connection, connections);
            Sql.executeAll(connection, List.of("LISTEN " + WakeUpTrigger.CHANNEL));
            return new ListeningSession(connection, pid);
        } catch (SQLException | RuntimeException e) {
            Transactions.closeAfter(e, connection);
            throw e;
        }
    }

    /** Waits for notifications, and returns the tables that they name; empty after the time limit. */
    List<String> await(Duration time) throws SQLException {
        PGNotification[] heard =
                connection.unwrap(PGConnection.class).getNotifications(Math.toIntExact(time.toMillis()));
        List<String> tables = new ArrayList<>();
        if (heard != null) {
            for (PGNotification notification : heard) {
                if (notification.getPID() != pid) {
                    tables.add(notification.getParameter());
                }
            }
        }
        return tables;
    }

    Map<String, Integer> triggers(Collection<String> tables) throws SQLException {
        return WakeUpTrigger.installed(connection, tables);
    }

    ArmedBy arm(int table) throws SQLException {
        return ArmedBy.valueOf(ARM.one(connection, Map.of("number", table), row -> row.getString("cover")));
    }

    void disarm(int table, String identity) throws SQLException {
        DISARM.execute(connection, Map.of("number", table, "identity", identity));
    }

    /** Closes the connection, and aborts a running call. */
    void abort() {
        try {
            connection.abort(Runnable::run);
        } catch (SQLException e) {
            LOG.log(System.Logger.Level.DEBUG, "Ending the session that listens failed", e);
        }
    }

    @Override
    public void close() {
        try {
            connection.close();
        } catch (SQLException e) {
            LOG.log(System.Logger.Level.DEBUG, "Closing the session that listens failed", e);
        }
    }
}
