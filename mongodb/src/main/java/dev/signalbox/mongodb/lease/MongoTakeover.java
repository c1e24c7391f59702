package dev.signalbox.mongodb.lease;

import dev.signalbox.core.coordination.Acquisition;
import dev.signalbox.core.coordination.RelaySharing;
import dev.signalbox.core.coordination.Shards;
import dev.signalbox.mongodb.lease.NodeDocuments.NodeLease;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashSet;
import java.util.Set;

/**
 * Acquires shards of a relay, or the whole relay. First it ends the expired leases of their owners for good; then it changes
 * the relay's document, if no other node has changed it since. So shards get a new owner only after the lease of the former
 * owner has ended.
 */
record MongoTakeover(NodeDocuments nodes, RelayDocuments relays, RelaySharing sharing, String me) {
    private static final int MAX_TRIES = 8;
    private static final Duration MIN_RETRY_DELAY = Duration.ofMillis(50);
    private static final Duration MAX_RETRY_DELAY = Duration.ofSeconds(1);
    private static final Duration EXPIRY_MARGIN = Duration.ofMillis(10);

    Acquisition acquire(String relay, Shards wanted) {
        for (int attempt = 0; attempt < MAX_TRIES; attempt++) {
            RelayDocument before = relays.load(relay);
            if (!nodes.exists(me)) {
                return new Acquisition.Fenced();
            }
            Set<String> remaining = new HashSet<>(before.conflictingOwners(sharing, wanted, me));
            remaining.removeIf(nodes::end);
            Shards won = won(before, wanted, remaining);
            if (won.isEmpty()) {
                return taken(remaining);
            }
            RelayDocument after = sharing == RelaySharing.WHOLE ? before.withLeader(me) : before.withShards(won, me);
            if (relays.change(before, after)) {
                // An owner without a lease owns nothing.
                return nodes.exists(me) ? new Acquisition.Acquired(won) : new Acquisition.Fenced();
            }
        }
        return new Acquisition.Taken("another node", MIN_RETRY_DELAY);
    }

    private Shards won(RelayDocument relay, Shards wanted, Set<String> remaining) {
        String leader = relay.leader();
        boolean led = leader != null && remaining.contains(leader);
        return switch (sharing) {
            case WHOLE -> remaining.isEmpty() ? Shards.ALL : Shards.NONE;
            case SPREAD -> led ? Shards.NONE : wanted.minus(relay.shardsOf(remaining::contains));
        };
    }

    private Acquisition taken(Set<String> remaining) {
        return nodes.all().stream()
                .filter(lease -> remaining.contains(lease.incarnation()))
                .max(Comparator.comparing(NodeLease::remaining))
                .map(lease -> new Acquisition.Taken(lease.node(), retryDelay(lease.remaining())))
                .orElseGet(() -> new Acquisition.Taken("another node", MIN_RETRY_DELAY));
    }

    private static Duration retryDelay(Duration left) {
        long millis = left.plus(EXPIRY_MARGIN).toMillis();
        return Duration.ofMillis(Math.clamp(millis, MIN_RETRY_DELAY.toMillis(), MAX_RETRY_DELAY.toMillis()));
    }
}
