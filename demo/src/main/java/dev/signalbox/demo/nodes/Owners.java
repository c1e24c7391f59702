package dev.signalbox.demo.nodes;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Knows nodes by their names, also those whose lease row is gone while their shards have no new owner yet. */
final class Owners {
    private final Map<String, String> names = new HashMap<>();
    private final Map<String, Integer> sizes = new TreeMap<>();
    private Ownership now = Ownership.NONE;

    void see(Ownership ownership) {
        now = ownership;
        ownership.leases().forEach(lease -> names.put(lease.incarnation(), lease.node()));
        Map<String, Integer> counts = new HashMap<>();
        ownership.shards().forEach(shard -> counts.merge(shard.relay(), 1, Integer::sum));
        // A shard may belong to nobody for a moment; there are as many all the same.
        counts.forEach((relay, count) -> sizes.merge(relay, count, Math::max));
    }

    /** All shards that belong to a life of this node. */
    List<Ownership.Shard> shardsOf(String node) {
        return now.shards().stream()
                .filter(shard -> node.equals(names.get(shard.incarnation())))
                .toList();
    }

    /** What a node owns, by relay. The log's shards say little: who leads a pair is shown with the pair. */
    List<NodeView.Share> sharesOf(String node) {
        List<Ownership.Shard> owned = shardsOf(node);
        return sizes.entrySet().stream()
                .filter(size -> !size.getKey().equals(Ownership.LOG))
                .map(size -> new NodeView.Share(
                        size.getKey(),
                        Math.toIntExact(owned.stream()
                                .filter(shard -> shard.relay().equals(size.getKey()))
                                .count()),
                        size.getValue()))
                .toList();
    }

    /** The longest lease of a node. */
    Optional<Duration> leaseOf(String node) {
        return now.leases().stream()
                .filter(lease -> lease.node().equals(node))
                .map(Ownership.Lease::left)
                .max(Duration::compareTo);
    }

    /** Nodes that have a lease which is not over. */
    List<String> living() {
        return now.leases().stream()
                .filter(lease -> lease.left().isPositive())
                .map(Ownership.Lease::node)
                .distinct()
                .sorted()
                .toList();
    }

    /** Who owns this shard now: the node's name, if it has a lease. */
    Optional<String> ownerOf(String relay, int number, String exceptIncarnation) {
        return now.shards().stream()
                .filter(shard -> shard.relay().equals(relay)
                        && shard.number() == number
                        && !shard.incarnation().equals(exceptIncarnation))
                .flatMap(shard -> now.leases().stream()
                        .filter(lease -> lease.incarnation().equals(shard.incarnation())))
                .map(Ownership.Lease::node)
                .findFirst();
    }
}
