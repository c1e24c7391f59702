package dev.signalbox.jdbc.lease;

import dev.signalbox.core.coordination.Coordinator.Acquisition;
import dev.signalbox.core.coordination.RelaySharing;
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
    /** A lock whose holder is no owner may be held for long. */
    private static final Duration LATER = Duration.ofSeconds(1);

    private final LeaseTable leases;
    private final String relay;

    /** @param leases on a connection in a transaction, which the caller commits */
    public RelayTakeover(LeaseTable leases, String relay) {
        this.leases = leases;
        this.relay = relay;
    }

    /**
     * Takes over the whole relay or its available shards, unless another owner has the whole relay or a part of what is
     * wanted, or is taking it over.
     */
    public Acquisition of(RelaySharing sharing, Shards wanted) throws SQLException {
        Integer[] parts = LeaseTable.parts(sharing, wanted);
        if (!leases.lock(relay)) {
            return taken(parts, sharing == RelaySharing.WHOLE ? LATER : SOON);
        }
        return switch (sharing) {
            case SPREAD -> under(parts, Shards::of);
            case WHOLE -> under(parts, _ -> Shards.ALL);
        };
    }

    private Acquisition under(Integer[] parts, Function<List<Integer>, Shards> shards) throws SQLException {
        if (!leases.lockOwnLease()) {
            return new Acquisition.Fenced();
        }
        leases.fence(relay, parts);
        List<Integer> owned = leases.own(relay, parts);
        return owned.isEmpty() ? taken(parts, SOON) : new Acquisition.Acquired(shards.apply(owned));
    }

    private Acquisition taken(Integer[] parts, Duration ifUnknown) throws SQLException {
        Optional<OtherOwner> other = leases.otherOwner(relay, parts);
        return new Acquisition.Taken(
                other.map(OtherOwner::node).orElse("another node"),
                other.map(OtherOwner::tryAgainIn).orElse(ifUnknown));
    }
}
