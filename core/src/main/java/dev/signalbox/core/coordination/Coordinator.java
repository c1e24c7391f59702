package dev.signalbox.core.coordination;

import java.time.Duration;
import java.util.Set;

/**
 * Keeps leases in the database that holds the messages, by that database's clock.
 *
 * <p>A node joins under a fresh incarnation and renews it; it acquires relays, or shards of them, for that incarnation.
 * Acquiring from an incarnation whose lease has expired fences that incarnation first: from then on it can change
 * nothing.
 */
public interface Coordinator extends AutoCloseable {
    /** Begins a lease under this incarnation, for a node that wants to work on these relays. */
    void join(Incarnation incarnation, Duration ttl, Set<String> relays) throws CoordinationException;

    /** Extends the lease, even an expired one, unless it was fenced, and returns the state of the relays. */
    Renewal renew(Incarnation incarnation, Duration ttl) throws CoordinationException;

    /**
     * Tries to become the owner of these shards of a relay; of all shards where only one node can work at a time.
     * Asking again for shards that the incarnation owns is allowed.
     */
    Acquisition acquire(Incarnation incarnation, String relay, Shards wanted) throws CoordinationException;

    /** Releases shards after their work was settled or released. Shards of other owners stay as they are. */
    void release(Incarnation incarnation, String relay, Shards shards) throws CoordinationException;

    /**
     * Withdraws the interest in all relays, so that the other nodes' shares grow as soon as the shards are released.
     * The lease continues, and a fenced one stays fenced.
     */
    default void withdraw(Incarnation incarnation) throws CoordinationException {}

    /** Leaves cleanly: ends the lease at once, so that other nodes need not wait for it. */
    void resign(Incarnation incarnation) throws CoordinationException;

    @Override
    void close();
}
