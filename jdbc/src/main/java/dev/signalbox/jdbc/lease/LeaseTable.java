package dev.signalbox.jdbc.lease;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.coordination.RelaySharing;
import dev.signalbox.core.coordination.Shards;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads and writes leases and owners for one incarnation, on one connection. */
public interface LeaseTable {
    /** The number that stands for the whole relay in the table of shards. */
    int WHOLE = -1;

    /** The parts that an owner of the whole relay has. */
    static Integer[] wholeRelay() {
        return new Integer[] {WHOLE};
    }

    /** The parts of a relay as the table of shards numbers them. */
    static Integer[] parts(RelaySharing sharing, Shards shards) {
        return switch (sharing) {
            case SPREAD -> shards.numbers().boxed().toArray(Integer[]::new);
            case WHOLE -> wholeRelay();
        };
    }

    /** How the side schema writes the sharing. */
    static String nameOf(RelaySharing sharing) {
        return switch (sharing) {
            case WHOLE -> "leader";
            case SPREAD -> "shards";
        };
    }

    /** Records the lease, and returns the incarnation with a mark of this server. */
    Incarnation join(String node, Duration ttl, RelaySharing sharing, Set<String> relays) throws SQLException;

    /** Extends the lease and reads the state of the relays; empty if the lease no longer exists. */
    Optional<RenewalResult> renew(Duration ttl, RelaySharing sharing) throws SQLException;

    /** The owner that prevents owning these parts. */
    Optional<OtherOwner> otherOwner(String relay, Integer[] wanted) throws SQLException;

    /**
     * Locks the relay's row for this transaction; false if another node has locked it, or holds a lock by which nodes of
     * older versions or other programs decide.
     */
    boolean lock(String relay) throws SQLException;

    /** Protects the own lease from being fenced until the transaction ends; false if it is already fenced. */
    boolean lockOwnLease() throws SQLException;

    /** Fences the owners of these parts whose leases have expired. */
    void fence(String relay, Integer[] wanted) throws SQLException;

    /** Makes this incarnation the owner of those parts that have no other owner, and returns them. */
    List<Integer> own(String relay, Integer[] wanted) throws SQLException;

    /** @param seen the database time up to which acquisitions are released; null for all */
    void release(String relay, Integer[] parts, @Nullable String seen) throws SQLException;

    void withdraw() throws SQLException;

    /** Ends the own lease, as fencing would. */
    void leave() throws SQLException;

    /** Ends the own lease and releases everything owned. */
    void resign() throws SQLException;

    /** Deletes leases that ended long ago and own nothing. */
    void purgeDeadNodes() throws SQLException;
}
