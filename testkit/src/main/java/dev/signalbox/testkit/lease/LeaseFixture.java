package dev.signalbox.testkit.lease;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.coordination.Sharing;
import dev.signalbox.core.time.Clock;
import java.time.Duration;
import java.util.List;

/** A fresh database of a real server in which nodes of a test keep their leases, and ways to interfere with them. */
public interface LeaseFixture {
    /** Something that is held in the database until it is closed. */
    interface Hold extends AutoCloseable {
        @Override
        void close();
    }

    /** Opens what a node works with, over connections of its own, in a database where our tables are. */
    NodeParts open(String node, Sharing sharing) throws Exception;

    /** The same, with the server at another port, where a proxy listens. */
    NodeParts openThrough(int port, String node, Sharing sharing) throws Exception;

    /** The same for a node that does without our tables. */
    NodeParts openLockOnly(String node, Clock clock) throws Exception;

    /** Where the server itself listens. */
    int port();

    /** Lets the node's lease end, as the database sees it: a negative time ago, or in so long. */
    void expire(String node, Duration in) throws Exception;

    /** Takes the node's right away, as a takeover would. */
    void fence(String node) throws Exception;

    /** A write of the node that has begun, and ends when it is closed. */
    Hold writeUnderWay(String node) throws Exception;

    /** The time, in the words in which a renewal tells it. */
    String now() throws Exception;

    /** A release that was sent when {@code seen} was the time of the last renewal. */
    void releaseLate(Incarnation incarnation, String relay, int[] shards, String seen) throws Exception;

    void pause(String relay) throws Exception;

    void resume(String relay) throws Exception;

    /** Adds a node with a lease that was joined long ago, or ended long ago, and that may own a shard of another relay. */
    void addNode(String node, Duration leaseLeft, String relay, boolean owns) throws Exception;

    /** Ends all sessions by which nodes keep leases, as the server does. */
    void endLeaseSessions() throws Exception;

    /** Ends the session that holds the relay's lock, if there is one, without its node knowing. */
    void endLockSession(String node, String relay) throws Exception;

    /** The nodes that have a row, by name. */
    List<String> nodes() throws Exception;

    /** Who owns parts of the relay, each once. */
    List<String> owners(String relay) throws Exception;

    /** True if what the relay's owner has was acquired when the lease that ended then was over. */
    boolean acquiredAfter(String relay, String time) throws Exception;

    /** When the node's lease ends, in the database's words. */
    String leaseEnd(String node) throws Exception;

    /** The writers in the ledger, in the order of their writes. */
    List<String> ledger() throws Exception;

    /** Locks the ledger's rows against writers until it is closed. */
    Hold lockLedger() throws Exception;

    /** True while a session waits for somebody's lock. */
    boolean somebodyWaits() throws Exception;

    void close() throws Exception;
}
