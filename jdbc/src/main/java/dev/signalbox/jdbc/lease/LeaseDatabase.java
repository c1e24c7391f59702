package dev.signalbox.jdbc.lease;

import dev.signalbox.core.coordination.Coordinator;
import dev.signalbox.core.coordination.Coordinator.CoordinationException;
import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.coordination.RelaySharing;
import dev.signalbox.jdbc.Fence;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;

/** A database that stores leases, with its own SQL for them. */
public interface LeaseDatabase {
    /** The database's URL without secrets. */
    String displayUrl();

    /** An operation that fails if the database does. */
    @FunctionalInterface
    interface Attempt<T> {
        T make() throws SQLException;
    }

    /** Makes the attempt, and says in a failure which node could not do what, and at which database. */
    default <T> T attempt(String node, String what, Attempt<T> attempt) throws CoordinationException {
        try {
            return attempt.make();
        } catch (SQLException e) {
            throw new CoordinationException(
                    "Node " + node + " could not " + what + " at " + displayUrl() + ": " + e.getMessage(), e);
        }
    }

    /** The operator's name for the side schema. */
    String sideSchemaName();

    /**
     * Creates the missing tables of the side schema, and returns whether it is usable.
     *
     * @throws SQLException if the database is unreachable or not ready, so that the state is unknown
     */
    SideSchemaState prepareSideSchema() throws SQLException;

    /** The script with which an administrator creates the side schema for a user without that right. */
    String administratorScript();

    /** A coordinator by the side schema, which must be available. */
    Coordinator coordinator(String node, RelaySharing sharing);

    /** The fence of that coordinator. */
    Fence fence();

    /**
     * Opens the connection over which a node renews its lease.
     *
     * @param patience the time limit for opening it, and for each response
     */
    Connection openForLeases(Duration patience) throws SQLException;

    LeaseTable leases(Connection connection, Incarnation incarnation);

    /**
     * Opens a session that holds locks, and that the server ends soon after its heartbeats stop.
     *
     * @param ttl the length of the lease that the session renews, which limits every statement
     * @param lockWait how long a statement may wait for a row lock, which delays the next heartbeat
     * @throws PoolingProxyException if a proxy shares the session between clients
     */
    LockSession openLockSession(Duration ttl, Duration lockWait) throws SQLException;

    /** The relays' locks that sessions hold which are no nodes, as far as this node has met them. */
    ForeignLocks foreignLocks();

    /** True if the failure makes the connection unusable. */
    boolean isBroken(SQLException failure);

    /** True if the failure is a missing right. */
    boolean isForbidden(SQLException failure);
}
