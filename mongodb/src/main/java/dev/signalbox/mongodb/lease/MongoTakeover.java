package dev.signalbox.mongodb.lease;

import dev.signalbox.core.coordination.Acquisition;
import dev.signalbox.core.coordination.RelaySharing;
import dev.signalbox.core.coordination.Shards;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/**
 * Wins shards of a relay, or the whole of it. Whoever owns them and has let its lease run out is ended first, for good; then
 * the relay's document is changed, on condition that nobody else has changed it since it was read. So what an owner had is
 * somebody else's only after that owner's end.
 */
final class MongoTakeover {
    private static final int TRIES = 8;
    private static final Duration SOONEST = Duration.ofMillis(50);
    private static final Duration LATEST = Duration.ofSeconds(1);
    private static final Duration SAFELY_OVER = Duration.ofMillis(10);

    private final NodeDocuments nodes;
    private final RelayDocuments relays;
    private final RelaySharing relaySharing;
    private final String me;

    MongoTakeover(NodeDocuments nodes, RelayDocuments relays, RelaySharing relaySharing, String me) {
        this.nodes = nodes;
        this.relays = relays;
        this.relaySharing = relaySharing;
        this.me = me;
    }

    Acquisition of(String relay, Shards wanted) {
        for (int attempt = 0; attempt < TRIES; attempt++) {
            RelayDocument before = relays.load(relay);
            if (!nodes.exists(me)) {
                return new Acquisition.Fenced();
            }
            Set<String> remaining = new HashSet<>(before.inTheWayOf(relaySharing, wanted, me));
            remaining.removeIf(nodes::end);
            Shards won = won(before, wanted, remaining);
            if (won.isEmpty()) {
                return taken(remaining);
            }
            RelayDocument after =
                    relaySharing == RelaySharing.WHOLE ? before.withLeader(me) : before.withShards(won, me);
            if (relays.change(before, after)) {
                // Without a lease what points to us is nobody's.
                return nodes.exists(me) ? new Acquisition.Acquired(won) : new Acquisition.Fenced();
            }
        }
        return new Acquisition.Taken("another node", SOONEST);
    }

    private Shards won(RelayDocument relay, Shards wanted, Set<String> remaining) {
        String leader = relay.leader();
        boolean led = leader != null && remaining.contains(leader);
        return switch (relaySharing) {
            case WHOLE -> remaining.isEmpty() ? Shards.ALL : Shards.NONE;
            case SPREAD -> led ? Shards.NONE : wanted.minus(relay.shardsOf(remaining::contains));
        };
    }

    private Acquisition taken(Set<String> remaining) {
        Optional<NodeLease> rival = nodes.all().stream()
                .filter(lease -> remaining.contains(lease.incarnation()))
                .max(Comparator.comparing(NodeLease::left));
        return rival.map(lease -> new Acquisition.Taken(lease.node(), soonAfter(lease.left())))
                .orElseGet(() -> new Acquisition.Taken("another node", SOONEST));
    }

    private static Duration soonAfter(Duration left) {
        Duration wait = left.plus(SAFELY_OVER);
        if (wait.compareTo(SOONEST) < 0) {
            return SOONEST;
        }
        return wait.compareTo(LATEST) > 0 ? LATEST : wait;
    }
}
