package dev.signalbox.testkit.lease;

import dev.signalbox.core.coordination.RelaySharing;
import java.time.Duration;
import java.util.List;

/** A fresh database of a real server in which nodes of a test keep their leases, whichever way it keeps them. */
public interface NodeFixture {
    /** Opens what a node works with, over connections of its own, in a database where all that is ours is there. */
    NodeComponents open(String node, RelaySharing relaySharing) throws Exception;

    /** Lets the node's lease end, as the database sees it: a negative time ago, or in so long. */
    void expire(String node, Duration in) throws Exception;

    void pause(String relay) throws Exception;

    void resume(String relay) throws Exception;

    /** Adds a node with a lease that was joined long ago, or ended long ago, and that may own a shard of another relay. */
    void addNode(String node, Duration leaseLeft, String relay, boolean owns) throws Exception;

    /** Ends the session that holds the relay's lock, if there is one, without its node knowing. */
    void endLockSession(String node, String relay) throws Exception;

    /** The nodes whose lease nobody has ended, by name. */
    List<String> nodes() throws Exception;

    void close() throws Exception;
}
