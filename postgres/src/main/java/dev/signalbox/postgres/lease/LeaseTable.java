package dev.signalbox.postgres.lease;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.coordination.Sharing;
import dev.signalbox.jdbc.Sql;
import dev.signalbox.jdbc.SqlTemplate;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What is said to {@code signalbox.nodes} and {@code signalbox.shards} on one connection by one incarnation. */
final class LeaseTable {
    private static final Sql JOIN = load("join.sql");
    private static final Sql RENEW = load("renew.sql");
    private static final Sql RIVAL = load("rival.sql");
    private static final Sql FENCE = load("fence.sql");
    private static final Sql OWN = load("own.sql");
    private static final Sql RELEASE = load("release.sql");

    /** A time that is after any other. */
    static final String ALWAYS = "infinity";

    private final Connection connection;
    private final Incarnation incarnation;

    LeaseTable(Connection connection, Incarnation incarnation) {
        this.connection = connection;
        this.incarnation = incarnation;
    }

    void join(String node, Duration ttl, Sharing sharing, Set<String> relays) throws SQLException {
        Map<String, Object> values = Map.of(
                "incarnation", incarnation.value(),
                "node", node,
                "ttl", ttl.toMillis(),
                "relays", relays.stream().sorted().toArray(String[]::new),
                "coordination", nameOf(sharing));
        try (PreparedStatement statement = JOIN.prepare(connection, values)) {
            statement.executeUpdate();
        }
    }

    private static String nameOf(Sharing sharing) {
        return switch (sharing) {
            case WHOLE -> "leader";
            case SPREAD -> "shards";
        };
    }

    /** Extends the lease and looks at the relays, in one statement; nothing if there is no lease to renew. */
    Optional<Renewed> renew(Duration ttl, Sharing sharing) throws SQLException {
        Map<String, Object> values = Map.of("incarnation", incarnation.value(), "ttl", ttl.toMillis());
        try (PreparedStatement statement = RENEW.prepare(connection, values);
                ResultSet rows = statement.executeQuery()) {
            return Renewed.read(rows, sharing);
        }
    }

    /** Who stands in the way of owning these parts. */
    Optional<Rival> rival(String relay, Integer[] wanted) throws SQLException {
        try (PreparedStatement statement = RIVAL.prepare(connection, values(relay, wanted));
                ResultSet row = statement.executeQuery()) {
            return row.next()
                    ? Optional.of(new Rival(row.getString("node"), Duration.ofMillis(row.getLong("millis_left"))))
                    : Optional.empty();
        }
    }

    /** Keeps the own lease from being ended before the transaction is, or returns false if it has been ended. */
    boolean hold() throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(LeaseSql.named("hold-lease"))) {
            statement.setString(1, incarnation.value());
            try (ResultSet row = statement.executeQuery()) {
                return row.next();
            }
        }
    }

    /** Ends the leases that have run out and stand in the way of owning these parts. */
    void fence(String relay, Integer[] wanted) throws SQLException {
        try (PreparedStatement statement = FENCE.prepare(connection, values(relay, wanted))) {
            statement.executeUpdate();
        }
    }

    /** Points those of the parts to us in whose way nobody stands. */
    List<Integer> own(String relay, Integer[] wanted) throws SQLException {
        try (PreparedStatement statement = OWN.prepare(connection, values(relay, wanted));
                ResultSet row = statement.executeQuery()) {
            List<Integer> owned = new ArrayList<>();
            while (row.next()) {
                owned.add(row.getInt("shard"));
            }
            return owned;
        }
    }

    /** @param seen a time of the database; what was acquired after it stays */
    void release(String relay, Integer[] parts, String seen) throws SQLException {
        Map<String, Object> values = new HashMap<>(values(relay, parts));
        values.put("seen", seen);
        try (PreparedStatement statement = RELEASE.prepare(connection, values)) {
            statement.executeUpdate();
        }
    }

    void leave() throws SQLException {
        update("leave");
    }

    void withdraw() throws SQLException {
        update("withdraw");
    }

    /** The lease goes first: whoever takes over locks in this order, too. */
    void resign() throws SQLException {
        update("leave");
        update("release-all");
    }

    void forgetTheDead() throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(LeaseSql.named("forget-the-dead"))) {
            statement.executeUpdate();
        }
    }

    private Map<String, Object> values(String relay, Integer[] parts) {
        return Map.of("incarnation", incarnation.value(), "relay", relay, "wanted", parts);
    }

    private void update(String name) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(LeaseSql.named(name))) {
            statement.setString(1, incarnation.value());
            statement.executeUpdate();
        }
    }

    private static Sql load(String resource) {
        return SqlTemplate.load(LeaseTable.class, resource).fill(Map.of(), Set.of());
    }
}
