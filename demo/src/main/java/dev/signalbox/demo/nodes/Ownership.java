package dev.signalbox.demo.nodes;

import dev.signalbox.demo.database.ShopDatabase;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Who owns what at one moment, as the database says: nodes have leases, and shards point to them. */
record Ownership(List<Lease> leases, List<Shard> shards) {
    /** What the demo calls the event log, whose shards stand for its pairs. Most of them have none. */
    static final String LOG = "wallets";

    static final Ownership NONE = new Ownership(List.of(), List.of());

    Ownership {
        leases = List.copyOf(leases);
        shards = List.copyOf(shards);
    }

    /**
     * The lease of one life of a node.
     *
     * @param left negative if it is over
     */
    record Lease(String incarnation, String node, Duration left) {}

    /** A part of a relay, and the incarnation that it belongs to. */
    record Shard(String relay, int number, String incarnation) {}

    /** Nobody owns anything before the first node has made the tables. */
    static Ownership read(Connection connection, ShopDatabase database) throws SQLException {
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
                    shards.add(new Shard(brief(rows.getString(1)), rows.getInt(2), rows.getString(3)));
                }
            }
            return new Ownership(leases, shards);
        }
    }

    /** The database knows a relay by its table; the last word of its name is what the demo calls it. */
    private static String brief(String relay) {
        return relay.indexOf('_') < 0 ? LOG : relay.substring(relay.lastIndexOf('_') + 1);
    }
}
