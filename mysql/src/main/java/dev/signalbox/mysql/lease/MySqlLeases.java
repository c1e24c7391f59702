package dev.signalbox.mysql.lease;

import dev.signalbox.core.coordination.Coordinator;
import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.coordination.RelaySharing;
import dev.signalbox.core.time.Clock;
import dev.signalbox.jdbc.Fence;
import dev.signalbox.jdbc.SqlWork;
import dev.signalbox.jdbc.connection.TimeLimits;
import dev.signalbox.jdbc.connection.Transactions;
import dev.signalbox.jdbc.lease.ForeignLocks;
import dev.signalbox.jdbc.lease.LeaseCoordinator;
import dev.signalbox.jdbc.lease.LeaseDatabase;
import dev.signalbox.jdbc.lease.LeaseTable;
import dev.signalbox.jdbc.lease.LockSession;
import dev.signalbox.jdbc.lease.SideSchemaState;
import dev.signalbox.mysql.connection.MySqlConnections;
import dev.signalbox.mysql.lease.MySqlSideSchema.SessionIdentity;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Leases in the side schema of MySQL and MariaDB. One instance serves one node: its fence and its coordinator belong
 * together.
 */
public final class MySqlLeases implements LeaseDatabase {

    /** Shutting down, interrupted by the end of the session, killed, aborted, ended for being idle. */
    private static final Set<Integer> BROKEN = Set.of(1053, 1317, 1927, 1080, 1152, 1158, 1159, 1160, 1161, 4031);

    private final MySqlConnections connections;
    private final WritingSessions sessions = new WritingSessions();
    private final ForeignLocks foreignLocks = new ForeignLocks(Clock.SYSTEM);
    private volatile @Nullable SessionIdentity identity;

    public MySqlLeases(MySqlConnections connections) {
        this.connections = connections;
    }

    @Override
    public String displayUrl() {
        return connections.settings().displayUrl();
    }

    @Override
    public String sideSchemaName() {
        return "the tables signalbox_*";
    }

    @Override
    public SideSchemaState prepareSideSchema() throws SQLException {
        try (Connection connection = connections.borrow()) {
            identity = SessionIdentity.of(connection);
        }
        return MySqlSideSchema.prepare(connections);
    }

    @Override
    public String administratorScript() {
        SessionIdentity known = identity;
        return known == null
                ? MySqlSideSchema.administratorScript(
                        null, "'" + connections.settings().username() + "'")
                : MySqlSideSchema.administratorScript(known.database(), known.account());
    }

    @Override
    public Coordinator coordinator(String node, RelaySharing sharing) {
        return new LeaseCoordinator(this, node, sharing);
    }

    @Override
    public Fence fence() {
        return new LeaseFence(connections, sessions);
    }

    @Override
    public Connection openForLeases(Duration patience) throws SQLException {
        return connections.openOwn("lease", connections.settings().limits().withPatience(patience), Map.of());
    }

    @Override
    public LeaseTable leases(Connection connection, Incarnation incarnation) {
        return new MySqlLeaseTable(connection, incarnation, sessions, foreignLocks);
    }

    /** {@inheritDoc} The server ends it after two leases of silence. */
    @Override
    public LockSession openLockSession(Duration ttl, Duration lockWait) throws SQLException {
        TimeLimits limits = TimeLimits.ofLockSession(ttl, lockWait);
        long idleLimit = TimeLimits.silenceOfLockSession(ttl).plusMillis(999).toSeconds();
        Connection connection = connections.openOwn("lock", limits, Map.of("wait_timeout", Long.toString(idleLimit)));
        try (Connection second = connections.openOwn("probe", limits, Map.of())) {
            return new MySqlLockSession(
                    this, connection, MySqlPoolingProxyProbe.check(connection, second, displayUrl()));
        } catch (SQLException | RuntimeException e) {
            Transactions.closeAfter(e, connection);
            throw e;
        }
    }

    @Override
    public ForeignLocks foreignLocks() {
        return foreignLocks;
    }

    @Override
    public boolean isBroken(SQLException failure) {
        return String.valueOf(failure.getSQLState()).startsWith("08") || BROKEN.contains(failure.getErrorCode());
    }

    @Override
    public boolean isForbidden(SQLException failure) {
        return MySqlSideSchema.isForbidden(failure);
    }

    /**
     * Lends pooled connections; the first statement of each transaction locks the owner's row in share mode. Every write
     * takes several statements, so none runs as a single one.
     */
    private record LeaseFence(MySqlConnections connections, WritingSessions sessions) implements Fence {
        @Override
        public boolean byLeaseRow() {
            return true;
        }

        @Override
        public <T> T write(Incarnation owner, SqlWork<T> work) throws SQLException {
            return connections.inTransaction(connection -> {
                sessions.use(connection);
                return work.run(connection);
            });
        }
    }
}
