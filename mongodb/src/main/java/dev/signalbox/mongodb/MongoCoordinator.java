package dev.signalbox.mongodb;

import com.mongodb.MongoException;
import dev.signalbox.core.coordination.Coordinator;
import dev.signalbox.core.coordination.Coordinator.Renewal.RelayState;
import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.coordination.RelaySharing;
import dev.signalbox.core.coordination.Shards;
import dev.signalbox.mongodb.NodeDocuments.NodeLease;
import dev.signalbox.mongodb.RelayDocuments.RelayDocument;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Coordinates nodes with leases in the side collections, changed one document at a time. See docs/internals/mongodb.md. */
public final class MongoCoordinator implements Coordinator {
    private static final Duration EXPIRED_NODE_RETENTION = Duration.ofHours(1);
    private static final int MAX_TRIES = 8;
    private static final Duration MIN_RETRY_DELAY = Duration.ofMillis(50);
    private static final Duration MAX_RETRY_DELAY = Duration.ofSeconds(1);
    private static final Duration EXPIRY_MARGIN = Duration.ofMillis(10);

    /** New nodes and pauses are noticed within this time, however long leases are. */
    private static final Duration MAX_CHECK_INTERVAL = Duration.ofSeconds(1);

    private final MongoConnections connections;
    private final String node;
    private final RelaySharing sharing;
    private final NodeDocuments nodes;
    private final RelayDocuments relays;

    private MongoCoordinator(MongoConnections connections, String node, RelaySharing sharing, boolean replicated) {
        this.connections = connections;
        this.node = node;
        this.sharing = sharing;
        this.nodes = new NodeDocuments(connections, replicated);
        this.relays = new RelayDocuments(connections.leases(CollectionName.RELAYS));
    }

    /**
     * Queries the kind of the server, and coordinates accordingly.
     *
     * @param sharing whether one node works on a whole relay, or all nodes share it
     * @throws CoordinationException if the database cannot be reached
     */
    public static MongoCoordinator open(MongoConnections connections, String node, RelaySharing sharing)
            throws CoordinationException {
        try {
            return new MongoCoordinator(
                    connections, node, sharing, connections.deployment().replicated());
        } catch (MongoException e) {
            throw failure(connections, node, "query the kind of the server", e);
        }
    }

    @Override
    public Incarnation join(Incarnation incarnation, Duration ttl, Set<String> wanted) throws CoordinationException {
        return run("join", () -> {
            nodes.join(incarnation, node, ttl, sharing, wanted);
            Set<String> owners = new HashSet<>();
            relays.all().forEach(relay -> owners.addAll(relay.incarnations()));
            nodes.deleteExpired(EXPIRED_NODE_RETENTION, owners);
            return incarnation;
        });
    }

    @Override
    public Renewal renew(Incarnation incarnation, Duration ttl) throws CoordinationException {
        return run("renew the lease", () -> {
            Optional<NodeLease> renewed = nodes.renew(incarnation, ttl);
            return renewed.isEmpty() ? Renewal.FENCED : new Renewal(true, relayStates(renewed.get()));
        });
    }

    private Map<String, RelayState> relayStates(NodeLease me) {
        if (me.relays().isEmpty()) {
            return Map.of();
        }
        List<RelayDocument> found = relays.of(me.relays());
        // Leases are read after the owners, because each owner had a lease before.
        RelayStateView view = new RelayStateView(me, nodes.all());
        Map<String, RelayState> states = new HashMap<>();
        me.relays().forEach(relay -> states.put(relay, view.of(new RelayDocument(relay, 0, Map.of(), null, null))));
        found.forEach(relay -> states.put(relay.relay(), view.of(relay)));
        return states;
    }

    @Override
    public Acquisition acquire(Incarnation incarnation, String relay, Shards wanted) throws CoordinationException {
        return run("acquire shards of relay " + relay, () -> acquire(incarnation.value(), relay, wanted));
    }

    /**
     * First ends the expired leases of the owners for good; then changes the relay's document, if no other node has changed
     * it since. So shards get a new owner only after the lease of the former owner has ended.
     */
    private Acquisition acquire(String me, String relay, Shards wanted) {
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

    @Override
    public void release(Incarnation incarnation, String relay, Shards shards) throws CoordinationException {
        run("release shards of relay " + relay, () -> {
            removeOwner(relay, incarnation, shards);
            return incarnation;
        });
    }

    /** Each try names the version that it read, so a late one cannot undo a newer change. */
    private void removeOwner(String relay, Incarnation incarnation, Shards shards) {
        for (int attempt = 0; attempt < MAX_TRIES; attempt++) {
            RelayDocument before = relays.load(relay);
            if (relays.change(before, before.without(incarnation.value(), shards))) {
                return;
            }
        }
        throw new MongoException("other nodes changed its owners in each of " + MAX_TRIES + " tries");
    }

    @Override
    public void withdraw(Incarnation incarnation) throws CoordinationException {
        run("withdraw", () -> {
            nodes.withdraw(incarnation);
            return incarnation;
        });
    }

    /** The lease is deleted first: an owner without a lease owns nothing. */
    @Override
    public void resign(Incarnation incarnation) throws CoordinationException {
        run("resign", () -> {
            nodes.delete(incarnation);
            List<RelayDocument> owned = relays.all().stream()
                    .filter(relay -> relay.incarnations().contains(incarnation.value()))
                    .toList();
            owned.forEach(relay -> removeOwner(relay.relay(), incarnation, Shards.ALL));
            return incarnation;
        });
    }

    /** Does nothing: the connections belong to the caller. */
    @Override
    public void close() {}

    private <T> T run(String what, Supplier<T> attempt) throws CoordinationException {
        try {
            return attempt.get();
        } catch (MongoException e) {
            throw failure(connections, node, what, e);
        }
    }

    private static CoordinationException failure(
            MongoConnections connections, String node, String what, MongoException e) {
        return new CoordinationException(
                "Node %s could not %s at %s: %s"
                        .formatted(node, what, connections.settings().displayUri(), e.getMessage()),
                e);
    }

    /** The states of relays as one node sees them. */
    private final class RelayStateView {
        private final NodeLease me;
        private final Map<String, NodeLease> others;

        /** @param all leases, with or without the own one, which counts as live */
        RelayStateView(NodeLease me, List<NodeLease> all) {
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
}
