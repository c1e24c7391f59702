package dev.signalbox.mongodb.lease;

import dev.signalbox.core.coordination.RelaySharing;
import dev.signalbox.core.coordination.Renewal.RelayState;
import dev.signalbox.core.coordination.Shards;
import dev.signalbox.mongodb.lease.NodeDocuments.NodeLease;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The states of relays as one node sees them. */
final class RelayStateView {
    /** New nodes and pauses are noticed within this time, however long leases are. */
    private static final Duration MAX_CHECK_INTERVAL = Duration.ofSeconds(1);

    private final RelaySharing sharing;
    private final NodeLease me;
    private final Map<String, NodeLease> others;

    /** @param all leases, with or without the own one, which counts as live */
    RelayStateView(RelaySharing sharing, NodeLease me, List<NodeLease> all) {
        this.sharing = sharing;
        this.me = me;
        this.others = all.stream()
                .filter(lease -> !lease.incarnation().equals(me.incarnation()) && lease.isLive())
                .collect(Collectors.toMap(NodeLease::incarnation, lease -> lease));
    }

    RelayState of(RelayDocument relay) {
        List<NodeLease> candidates = others.values().stream()
                .filter(lease -> lease.relays().contains(relay.relay())
                        && lease.coordination().equals(me.coordination()))
                .toList();
        int rank = Math.toIntExact(candidates.stream()
                .filter(lease -> NodeLease.BY_AGE.compare(lease, me) < 0)
                .count());
        return new RelayState(
                mine(relay),
                free(relay),
                candidates.size() + 1,
                rank,
                nextChange(relay, candidates),
                relay.pause() != null);
    }

    private Shards mine(RelayDocument relay) {
        return switch (sharing) {
            case WHOLE -> me.incarnation().equals(relay.leader()) ? Shards.ALL : Shards.NONE;
            case SPREAD -> relay.shardsOf(me.incarnation()::equals);
        };
    }

    private Shards free(RelayDocument relay) {
        String leader = relay.leader();
        boolean noneFree = sharing == RelaySharing.WHOLE || (leader != null && others.containsKey(leader));
        return noneFree ? Shards.NONE : Shards.ALL.minus(mine(relay)).minus(relay.shardsOf(others::containsKey));
    }

    private Duration nextChange(RelayDocument relay, List<NodeLease> candidates) {
        Set<String> owners = relay.incarnations();
        return Stream.concat(
                        candidates.stream(),
                        others.values().stream().filter(lease -> owners.contains(lease.incarnation())))
                .map(NodeLease::remaining)
                .filter(left -> left.compareTo(MAX_CHECK_INTERVAL) < 0)
                .min(Comparator.naturalOrder())
                .orElse(MAX_CHECK_INTERVAL);
    }
}
