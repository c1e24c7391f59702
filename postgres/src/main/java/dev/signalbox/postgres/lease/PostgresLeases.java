package dev.signalbox.postgres.lease;

import dev.signalbox.core.coordination.Coordinator;
import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.coordination.RelaySharing;
import dev.signalbox.core.time.Clock;
import dev.signalbox.jdbc.Fence;
import dev.signalbox.jdbc.connection.TimeLimits;
import dev.signalbox.jdbc.lease.ForeignLocks;
import dev.signalbox.jdbc.lease.LeaseCoordinator;
import dev.signalbox.jdbc.lease.LeaseDatabase;
import dev.signalbox.jdbc.lease.LeaseTable;
import dev.signalbox.jdbc.lease.LockSession;
import dev.signalbox.jdbc.lease.SessionCoordinator;
import dev.signalbox.jdbc.lease.SideSchemaState;
import dev.signalbox.postgres.connection.PostgresConnections;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import org.postgresql.PGConnection;

/** Leases in the schema {@code signalbox} of a PostgreSQL database. */
public final class PostgresLeases implements LeaseDatabase {
    private static final String INSUFFICIENT_PRIVILEGE = "42501";

    private final PostgresConnections connections;
    private final ForeignLocks foreignLocks = new ForeignLocks(Clock.SYSTEM);

    public PostgresLeases(PostgresConnections connections) {
        this.connections = connections;
    }

    @Override
    public String displayUrl() {
        return connections.settings().displayUrl();
    }

    @Override
    public String sideSchemaName() {
        return "the schema signalbox";
    }

    @Override
    public SideSchemaState prepareSideSchema() throws SQLException {
        return PostgresSideSchema.prepare(connections);
    }

    @Override
    public String administratorScript() {
        return PostgresSideSchema.administratorScript(connections.settings().username());
    }

    @Override
    public Coordinator coordinator(String node, RelaySharing sharing) {
        return switch (sharing) {
            case SPREAD -> new LeaseCoordinator(this, node, sharing);
            // One node works on a relay and the others are standbys. The relay's row elects the leader, and the node's
            // lease row fences a former one. The leader also holds an advisory lock on a dedicated connection, by which
            // nodes of older versions and other programs decide.
            case WHOLE ->
                new SessionCoordinator<>(
                        this,
                        node,
                        (ttl, silentHolders) ->
                                new LeaderMembership(connections, node, ttl, silentHolders, foreignLocks));
        };
    }

    @Override
    public Fence fence() {
        return new PostgresLeaseFence(connections);
    }

    /** {@inheritDoc} Nothing on it outlives a transaction, so a proxy in transaction pooling mode may serve it. */
    @Override
    public Connection openForLeases(Duration patience) throws SQLException {
        // Uses the pool's server limits: behind a proxy, they might apply to a shared session.
        TimeLimits limits = connections.settings().limits().withPatience(patience);
        Connection connection = connections.openOwn("lease", limits, Map.of());
        // A statement prepared on the server may not exist in the session that serves the next transaction.
        connection.unwrap(PGConnection.class).setPrepareThreshold(0);
        return connection;
    }

    @Override
    public LeaseTable leases(Connection connection, Incarnation incarnation) {
        return new PostgresLeaseTable(connection, incarnation, foreignLocks);
    }

    @Override
    public LockSession openLockSession(Duration ttl, Duration lockWait) throws SQLException {
        return PostgresLockSession.open(connections, ttl, lockWait);
    }

    @Override
    public ForeignLocks foreignLocks() {
        return foreignLocks;
    }

    @Override
    public boolean isBroken(SQLException failure) {
        String state = String.valueOf(failure.getSQLState());
        return state.startsWith("08") || state.startsWith("57P");
    }

    @Override
    public boolean isForbidden(SQLException failure) {
        return INSUFFICIENT_PRIVILEGE.equals(failure.getSQLState());
    }
}
