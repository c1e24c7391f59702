package dev.signalbox.jdbc.lease;

import dev.signalbox.core.coordination.Coordinator;
import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.coordination.RelaySharing;
import dev.signalbox.jdbc.Fence;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;

/** A node's way to a database that keeps leases, with that database's own words for what is said about them. */
public interface LeaseDatabase {
    /** Where it is, without secrets. */
    String displayUrl();

    /** What an operator calls the tables of our own there. */
    String sideSchemaName();

    /**
     * Creates what is missing of our own tables, and says whether they can be used.
     *
     * @throws SQLException if the database can't be reached or is not ready, in which case nothing is known yet
     */
    SideSchemaState prepareSideSchema() throws SQLException;

    /** What an administrator runs to create them for a user that may not do so itself. */
    String administratorScript();

    /** A coordinator by our own tables, which are available. */
    Coordinator coordinator(String node, RelaySharing relaySharing);

    /** The fence that goes with it. */
    Fence fence();

    /**
     * Opens the connection by which a node keeps its lease.
     *
     * @param patience how long opening it, and an answer on it, may take
     */
    Connection openForLeases(Duration patience) throws SQLException;

    /** What is said about this incarnation's lease over this connection. */
    LeaseTable leases(Connection connection, Incarnation incarnation);

    /**
     * Opens a session that holds locks, and that ends by itself soon after its heartbeats stop.
     *
     * @param ttl the length of the lease that is renewed on it, which bounds every statement
     * @param lockWait how long a statement on it may wait for a row, and so delay the next heartbeat
     * @throws PoolingProxyException if a proxy would give the session to others
     */
    LockSession openLockSession(Duration ttl, Duration lockWait) throws SQLException;

    /** True if the connection on which this happened is of no use any more. */
    boolean isBroken(SQLException failure);

    /** True if this failure says that a right is missing. */
    boolean isForbidden(SQLException failure);
}
