package dev.signalbox.core.coordination;

import java.time.Duration;

/**
 * Keeps leases in the database that holds the messages, by that database's clock.
 *
 * <p>A node joins under a fresh incarnation and renews it; relays are acquired for an incarnation. Acquiring a relay from
 * an incarnation whose lease has run out fences that incarnation first: from then on it can change nothing.
 */
public interface Coordinator extends AutoCloseable {
    /** Begins a lease of the given length under this incarnation. */
    void join(Incarnation incarnation, Duration ttl) throws CoordinationException;

    /**
     * Extends the lease, even one that has run out, as long as nobody has fenced it.
     *
     * @return false if the incarnation is fenced and can never be renewed again
     */
    boolean renew(Incarnation incarnation, Duration ttl) throws CoordinationException;

    /** Tries to become the owner of a relay. Asking again for what the incarnation owns already is allowed. */
    Acquisition acquire(Incarnation incarnation, String relay) throws CoordinationException;

    /** Gives a relay back after its work has been settled or released. */
    void release(Incarnation incarnation, String relay) throws CoordinationException;

    /** Leaves in good order: ends the lease at once, so that others need not wait for it. */
    void resign(Incarnation incarnation) throws CoordinationException;

    @Override
    void close();
}
