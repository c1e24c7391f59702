package dev.signalbox.core.coordination;

import java.time.Duration;
import java.util.Map;
import java.util.Set;

/**
 * Keeps leases in the database that holds the messages, by that database's clock.
 *
 * <p>A node joins under a fresh incarnation and renews it; it acquires relays, or shards of them, for that incarnation.
 * Acquiring from an incarnation whose lease has expired fences that incarnation first: from then on it can change
 * nothing.
 */
public interface Coordinator extends AutoCloseable {
    /**
     * Begins a lease for a node that wants to work on these relays, and returns the incarnation that has it: the proposed
     * one, with a mark of the database server where a server can be replaced by one that lacks the last transactions. On
     * any other server that incarnation is fenced, so that nothing read before a failover counts after it.
     */
    Incarnation join(Incarnation proposed, Duration ttl, Set<String> relays) throws CoordinationException;

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

    /** The result of an attempt to own a relay, or shards of it. */
    sealed interface Acquisition {
        /** The incarnation owns these shards until it is fenced; the others that it asked for belong to other owners. */
        record Acquired(Shards shards) implements Acquisition {}

        /** Other nodes own all of it; another attempt can succeed after this time. */
        record Taken(String owner, Duration tryAgainIn) implements Acquisition {}

        /** This incarnation is fenced and must join again. */
        record Fenced() implements Acquisition {}
    }

    /** The result of a renewal: not ours if the incarnation is fenced for good; a missing relay is unknown. */
    record Renewal(boolean ours, Map<String, RelayState> relays) {
        public static final Renewal FENCED = new Renewal(false, Map.of());

        /** Renewed, without the state of any relay. */
        public static final Renewal QUIET = new Renewal(true, Map.of());

        public Renewal {
            relays = Map.copyOf(relays);
        }

        /**
         * The state of a relay, as seen by one of the nodes that want to work on it.
         *
         * @param mine shards that this incarnation owns on record
         * @param free shards without an owner, or whose owner's lease has expired
         * @param contenders how many nodes with a lease want to work on the relay, this one included
         * @param rank this node's place among them, from 0 and unique
         * @param nextChange when the first of the other leases may expire
         */
        public record RelayState(
                Shards mine, Shards free, int contenders, int rank, Duration nextChange, boolean paused) {
            public RelayState {
                if (contenders < 1 || rank < 0 || rank >= contenders) {
                    throw new IllegalArgumentException("rank " + rank + " of " + contenders + " contenders");
                }
            }

            /** How many shards this node should own, so that shares differ by at most one. */
            public int fairShare() {
                return Shards.COUNT / contenders + (rank < Shards.COUNT % contenders ? 1 : 0);
            }
        }
    }

    /** The coordinator could not be reached; the call may have taken effect. */
    final class CoordinationException extends Exception {
        public CoordinationException(String message, Throwable cause) {
            super(message, cause);
        }

        public CoordinationException(String message) {
            super(message);
        }
    }
}
