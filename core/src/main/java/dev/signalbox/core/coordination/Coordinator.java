package dev.signalbox.core.coordination;

import java.time.Duration;
import java.util.Set;

/**
 * Keeps leases in the database that holds the messages, by that database's clock.
 *
 * <p>A node joins under a fresh incarnation and renews it; relays, or shards of them, are acquired for an incarnation.
 * Acquiring from an incarnation whose lease has run out fences that incarnation first: from then on it can change nothing.
 */
public interface Coordinator extends AutoCloseable {
    /**
     * Begins a lease of the given length under this incarnation.
     *
     * @param relays the identities of the relays that it wants to work on
     */
    void join(Incarnation incarnation, Duration ttl, Set<String> relays) throws CoordinationException;

    /** Extends the lease, even one that has run out, as long as nobody has fenced it, and says how the relays stand. */
    Renewal renew(Incarnation incarnation, Duration ttl) throws CoordinationException;

    /**
     * Tries to become the owner of these shards of a relay; of all of them where only one node can work at a time. Asking
     * again for what the incarnation owns already is allowed.
     */
    Acquisition acquire(Incarnation incarnation, String relay, Shards wanted) throws CoordinationException;

    /** Gives shards back after their work has been settled or released. Those that are not ours stay as they are. */
    void release(Incarnation incarnation, String relay, Shards shards) throws CoordinationException;

    /**
     * Wants no relay any more: others may count with all of them, as soon as they are released. The lease goes on, and a
     * fenced one stays fenced.
     */
    default void withdraw(Incarnation incarnation) throws CoordinationException {}

    /** Leaves in good order: ends the lease at once, so that others need not wait for it. */
    void resign(Incarnation incarnation) throws CoordinationException;

    @Override
    void close();
}
