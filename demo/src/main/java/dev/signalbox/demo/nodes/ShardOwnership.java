package dev.signalbox.demo.nodes;

import dev.signalbox.demo.workload.Queries;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Which node owns which shards at one moment: the leases and shards in the database. */
record ShardOwnership(List<Lease> leases, List<Shard> shards) {
    static final ShardOwnership NONE = new ShardOwnership(List.of(), List.of());
    /** Represents all feeds of the event log; their leaders are shown with the feeds. */
    private static final String LOG = "wallets";

    ShardOwnership {
        leases = List.copyOf(leases);
        shards = List.copyOf(shards);
    }

    /** @param left negative after its end */
    record Lease(String incarnation, String node, Duration left) {}

    record Shard(String relay, int number, String incarnation) {
        boolean isSameAs(Shard other) {
            return relay.equals(other.relay) && number == other.number;
        }
    }

    /** Reads the tables, which do not exist before the first node has started. */
    static ShardOwnership read(Queries queries) throws SQLException {
        if (queries.numbers("has-owners")[0] == 0) {
            return NONE;
        }
        List<Lease> leases = new ArrayList<>();
        queries.forEach(
                "leases",
                row -> leases.add(new Lease(row.getString(1), row.getString(2), Duration.ofMillis(row.getLong(3)))));
        List<Shard> shards = new ArrayList<>();
        queries.forEach(
                "shards", row -> shards.add(new Shard(relayName(row.getString(1)), row.getInt(2), row.getString(3))));
        return new ShardOwnership(leases, shards);
    }

    /** The tables identify a relay by its source table; the last word of that is the relay's name in the demo. */
    private static String relayName(String table) {
        return table.indexOf('_') < 0 ? LOG : table.substring(table.lastIndexOf('_') + 1);
    }

    List<Shard> shardsOf(String node) {
        return shards.stream()
                .filter(shard -> owner(shard).filter(node::equals).isPresent())
                .toList();
    }

    /** How many shards of each relay a node owns; without the event log. */
    Map<String, Long> shardCounts(String node) {
        Map<String, Long> counts = new TreeMap<>();
        shards.stream().filter(shard -> !shard.relay().equals(LOG)).forEach(shard -> counts.put(shard.relay(), 0L));
        shardsOf(node).forEach(shard -> counts.computeIfPresent(shard.relay(), (_, count) -> count + 1));
        return counts;
    }

    Optional<Duration> leaseOf(String node) {
        return leases.stream()
                .filter(lease -> lease.node().equals(node))
                .map(Lease::left)
                .max(Duration::compareTo);
    }

    List<String> livingNodes() {
        return leases.stream()
                .filter(lease -> lease.left().isPositive())
                .map(Lease::node)
                .distinct()
                .sorted()
                .toList();
    }

    /** The nodes that now own all shards of a killed incarnation; empty while a shard has no new owner. */
    Optional<List<String>> newOwners(List<Shard> left) {
        List<Optional<String>> owners = left.stream()
                .map(shard -> shards.stream()
                        .filter(now -> now.isSameAs(shard) && !now.incarnation().equals(shard.incarnation()))
                        .flatMap(now -> owner(now).stream())
                        .findFirst())
                .distinct()
                .toList();
        return owners.contains(Optional.<String>empty())
                ? Optional.empty()
                : Optional.of(owners.stream().flatMap(Optional::stream).sorted().toList());
    }

    private Optional<String> owner(Shard shard) {
        return leases.stream()
                .filter(lease -> lease.incarnation().equals(shard.incarnation()))
                .map(Lease::node)
                .findFirst();
    }
}
