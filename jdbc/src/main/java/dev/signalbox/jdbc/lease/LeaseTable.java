package dev.signalbox.jdbc.lease;

import dev.signalbox.core.coordination.RelaySharing;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What one incarnation says, on one connection, about who is there and who owns what. */
public interface LeaseTable {
    void join(String node, Duration ttl, RelaySharing relaySharing, Set<String> relays) throws SQLException;

    /** Extends the lease and looks at the relays; nothing if there is no lease to renew. */
    Optional<RenewalResult> renew(Duration ttl, RelaySharing relaySharing) throws SQLException;

    /** Who stands in the way of owning these parts. */
    Optional<OtherOwner> otherOwner(String relay, Integer[] wanted) throws SQLException;

    /** Takes the relay's lock for this transaction, or returns false if somebody else has it. */
    boolean lock(String relay) throws SQLException;

    /** Keeps the own lease from being ended before the transaction is, or returns false if it has been ended. */
    boolean lockOwnLease() throws SQLException;

    /** Ends the leases that have run out and stand in the way of owning these parts. */
    void fence(String relay, Integer[] wanted) throws SQLException;

    /** Points those of the parts to us in whose way nobody stands, and returns them. */
    List<Integer> own(String relay, Integer[] wanted) throws SQLException;

    /** @param seen a time in the database's words, after which what was acquired stays; null for always */
    void release(String relay, Integer[] parts, @Nullable String seen) throws SQLException;

    void withdraw() throws SQLException;

    /** Ends the own lease, as being fenced would. */
    void leave() throws SQLException;

    /** Ends the own lease and gives back what was owned. */
    void resign() throws SQLException;

    /** Forgets leases that ended long ago and own nothing. */
    void purgeDeadNodes() throws SQLException;
}
