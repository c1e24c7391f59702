package dev.signalbox.jdbc.lease;

import dev.signalbox.core.coordination.Acquisition;
import dev.signalbox.core.coordination.Shards;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Makes an incarnation the owner of a whole relay, or of shards of it, within one transaction.
 *
 * <p>The relay's lock serialises takeovers. A takeover first fences former owners whose leases have expired, and takes
 * nothing from an owner that is not fenced.
 */
public final class RelayTakeover {
    private static final Duration SOON = Duration.ofMillis(100);

    private final LeaseTable leases;
    private final String relay;

    /** @param leases on a connection in a transaction, which the caller commits */
    public RelayTakeover(LeaseTable leases, String relay) {
        this.leases = leases;
        this.relay = relay;
    }

    /** Takes over the whole relay. The caller holds the relay's lock. */
    public Acquisition ofWholeUnderItsLock() throws SQLException {
        return under(ShardNumbers.whole(), _ -> Shards.ALL);
    }

    /** Takes over the whole relay, unless another node owns a part of it or is taking it over. */
    public Acquisition ofWhole() throws SQLException {
        return leases.lock(relay) ? ofWholeUnderItsLock() : taken(ShardNumbers.whole());
    }

    /** Takes over the available shards, unless a leader owns the relay or another node is taking it over. */
    public Acquisition ofShards(Shards wanted) throws SQLException {
        return leases.lock(relay) ? under(ShardNumbers.of(wanted), Shards::of) : taken(ShardNumbers.of(wanted));
    }

    private Acquisition under(Integer[] parts, Function<List<Integer>, Shards> shards) throws SQLException {
        if (!leases.lockOwnLease()) {
            return new Acquisition.Fenced();
        }
        List<Integer> owned = fenceAndOwn(parts);
        return owned.isEmpty() ? taken(parts) : new Acquisition.Acquired(shards.apply(owned));
    }

    private List<Integer> fenceAndOwn(Integer[] parts) throws SQLException {
        leases.fence(relay, parts);
        return leases.own(relay, parts);
    }

    private Acquisition taken(Integer[] parts) throws SQLException {
        Optional<OtherOwner> other = leases.otherOwner(relay, parts);
        return new Acquisition.Taken(
                other.map(OtherOwner::node).orElse("another node"),
                other.map(OtherOwner::tryAgainIn).orElse(SOON));
    }
}
