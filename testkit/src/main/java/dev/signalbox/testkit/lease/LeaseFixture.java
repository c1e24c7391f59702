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
    /** Something that is held in the database until it is closed. */
    interface HeldLock extends AutoCloseable {
        @Override
        void close();

        /** What a transaction locks that has run this statement, and commits when it is closed. */
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

    /** Opens what a node works with, with the server at another port, where a proxy listens. */
    NodeComponents openThrough(int port, String node, RelaySharing relaySharing) throws Exception;

    /** The same for a node that does without our tables. */
    NodeComponents openLockOnly(String node, Clock clock) throws Exception;

    /** Where the server itself listens. */
    int port();

    /** Takes the node's right away, as a takeover would. */
    void fence(String node) throws Exception;

    /** A write of the node that has begun, and ends when it is closed. */
    HeldLock writeUnderWay(String node) throws Exception;

    /** The time, in the words in which a renewal tells it. */
    String now() throws Exception;

    /** A release that was sent when {@code seen} was the time of the last renewal. */
    void releaseLate(Incarnation incarnation, String relay, int[] shards, String seen) throws Exception;

    /** Ends all sessions by which nodes keep leases, as the server does. */
    void endLeaseSessions() throws Exception;

    /** Who owns parts of the relay, each once. */
    List<String> owners(String relay) throws Exception;

    /** True if what the relay's owner has was acquired when the lease that ended then was over. */
    boolean acquiredAfter(String relay, String time) throws Exception;

    /** When the node's lease ends, in the database's words. */
    String leaseEnd(String node) throws Exception;

    /** The writers in the ledger, in the order of their writes. */
    List<String> fencedTable() throws Exception;

    /** Locks the ledger's rows against writers until it is closed. */
    HeldLock lockFencedTable() throws Exception;

    /** True while a session waits for somebody's lock. */
    boolean somebodyWaits() throws Exception;
}
