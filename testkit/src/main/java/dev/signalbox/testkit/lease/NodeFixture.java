package dev.signalbox.testkit.lease;

import dev.signalbox.core.coordination.RelaySharing;
import java.time.Duration;
import java.util.List;

/** A fresh database of a real server in which the nodes of a test keep their leases. */
public interface NodeFixture {
    /** Opens a node's components, over connections of its own, in a database with Signalbox's tables. */
    NodeComponents open(String node, RelaySharing relaySharing) throws Exception;

    /** Moves the end of the node's lease, by the database's clock, to this time from now; a negative time is past. */
    void expire(String node, Duration in) throws Exception;

    void pause(String relay) throws Exception;

    void resume(String relay) throws Exception;

    /** Adds a node with a lease that began or ended long ago, and that may own a shard of another relay. */
    void addNode(String node, Duration leaseLeft, String relay, boolean owns) throws Exception;

    /** Ends the session that holds the relay's lock, if there is one, without its node knowing. */
    void endLockSession(String node, String relay) throws Exception;

    /** The nodes whose lease was not ended, by name. */
    List<String> nodes() throws Exception;

    void close() throws Exception;
}
