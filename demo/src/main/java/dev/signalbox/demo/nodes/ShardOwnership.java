package dev.signalbox.demo.nodes;

import dev.signalbox.demo.database.ShopDatabase;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
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
    static ShardOwnership read(Connection connection, ShopDatabase database) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            try (ResultSet exists = statement.executeQuery(database.sql("has-owners"))) {
                if (!exists.next() || !exists.getBoolean(1)) {
                    return NONE;
                }
            }
            List<Lease> leases = new ArrayList<>();
            try (ResultSet rows = statement.executeQuery(database.sql("leases"))) {
                while (rows.next()) {
                    leases.add(new Lease(rows.getString(1), rows.getString(2), Duration.ofMillis(rows.getLong(3))));
                }
            }
            List<Shard> shards = new ArrayList<>();
            try (ResultSet rows = statement.executeQuery(database.sql("shards"))) {
                while (rows.next()) {
                    shards.add(new Shard(relayName(rows.getString(1)), rows.getInt(2), rows.getString(3)));
                }
            }
            return new ShardOwnership(leases, shards);
        }
    }

    /** The tables identify a relay by its source table; the last word of that is the relay's name in the demo. */
    private static String relayName(String table) {
        return table.indexOf('_') < 0 ? LOG : table.substring(table.lastIndexOf('_') + 1);
    }

    /** All shards whose incarnation belongs to a node. */
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

    /** The nodes with a valid lease. */
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
        List<String> owners = new ArrayList<>();
        for (Shard shard : left) {
            Optional<String> owner = shards.stream()
                    .filter(now -> now.isSameAs(shard) && !now.incarnation().equals(shard.incarnation()))
                    .flatMap(now -> owner(now).stream())
                    .findFirst();
            if (owner.isEmpty()) {
                return Optional.empty();
            }
            owners.add(owner.get());
        }
        return Optional.of(owners.stream().distinct().sorted().toList());
    }

    private Optional<String> owner(Shard shard) {
        return leases.stream()
                .filter(lease -> lease.incarnation().equals(shard.incarnation()))
                .map(Lease::node)
                .findFirst();
    }
}
