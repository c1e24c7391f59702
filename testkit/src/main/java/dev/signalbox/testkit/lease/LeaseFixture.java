package dev.signalbox.testkit.lease;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.coordination.RelaySharing;
import dev.signalbox.core.time.Clock;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/** A database that locks rows and keeps a node's lease by a session of its own, and ways to interfere with them. */
public interface LeaseFixture extends NodeFixture {
    /** A lock or session that is held in the database until it is closed. */
    interface HeldLock extends AutoCloseable {
        @Override
        void close();

        /** Runs this statement in a transaction, which keeps its locks and commits when it is closed. */
        static HeldLock by(String sql, Connection connection) throws SQLException {
            connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
            connection.setAutoCommit(false);
            try (Statement statement = connection.createStatement()) {
                statement.execute(sql);
            }
            return () -> {
                try (connection) {
                    connection.commit();
                } catch (SQLException e) {
                    throw new IllegalStateException("The transaction did not end well", e);
                }
            };
        }
    }

    /** Opens a node's components, with the server at another port, where a proxy listens. */
    NodeComponents openThrough(int port, String node, RelaySharing relaySharing) throws Exception;

    /** The same for a node without Signalbox's tables. */
    NodeComponents openLockOnly(String node, Clock clock) throws Exception;

    /** The server's own port. */
    int port();

    /** Fences the node, as a takeover would. */
    void fence(String node) throws Exception;

    /** A write of the node that has begun, and ends when it is closed. */
    HeldLock writeUnderWay(String node) throws Exception;

    /** The time, as a renewal writes it. */
    String now() throws Exception;

    /** A release that was sent when {@code seen} was the time of the last renewal. */
    void releaseLate(Incarnation incarnation, String relay, int[] shards, String seen) throws Exception;

    /** Ends all sessions by which nodes keep leases, as the server does. */
    void endLeaseSessions() throws Exception;

    /** The owners of the relay's shards, each once. */
    List<String> owners(String relay) throws Exception;

    /** Whether the relay's owner acquired it after the lease that ended then was over. */
    boolean acquiredAfter(String relay, String time) throws Exception;

    /** When the node's lease ends, as the database writes it. */
    String leaseEnd(String node) throws Exception;

    /** The writers of the fenced table, in the order of their writes. */
    List<String> fencedTable() throws Exception;

    /** Locks the fenced table's rows against writers until it is closed. */
    HeldLock lockFencedTable() throws Exception;

    /** A session of a user without any right on our tables, which holds the relay's lock until it is closed. */
    HeldLock lockAsStranger(String relay) throws Exception;

    /** Whether a session waits for a lock. */
    boolean isLockAwaited() throws Exception;
}
