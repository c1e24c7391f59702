package dev.signalbox.postgres.lease;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.coordination.RelaySharing;
import dev.signalbox.jdbc.Sql;
import dev.signalbox.jdbc.SqlFolder;
import dev.signalbox.jdbc.lease.LeaseTable;
import dev.signalbox.jdbc.lease.OtherOwner;
import dev.signalbox.jdbc.lease.RenewalResult;
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
import org.jspecify.annotations.Nullable;

/** The statements on {@code signalbox.nodes} and {@code signalbox.shards} of one incarnation on one connection. */
final class PostgresLeaseTable implements LeaseTable {
    private static final Sql JOIN = PostgresLeaseSql.JOIN.sql();
    private static final Sql RENEW = SqlFolder.sql(PostgresLeaseTable.class, "renew.sql");
    private static final Sql RIVAL = SqlFolder.sql(PostgresLeaseTable.class, "rival.sql");
    private static final Sql FENCE = SqlFolder.sql(PostgresLeaseTable.class, "fence.sql");
    private static final Sql OWN = SqlFolder.sql(PostgresLeaseTable.class, "own.sql");
    private static final Sql RELEASE = PostgresLeaseSql.RELEASE.sql();

    /** A time later than any other. */
    private static final String ALWAYS = "infinity";

    private final Connection connection;
    private final Incarnation incarnation;

    PostgresLeaseTable(Connection connection, Incarnation incarnation) {
        this.connection = connection;
        this.incarnation = incarnation;
    }

    @Override
    public void join(String node, Duration ttl, RelaySharing sharing, Set<String> relays) throws SQLException {
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

    private static String nameOf(RelaySharing sharing) {
        return switch (sharing) {
            case WHOLE -> "leader";
            case SPREAD -> "shards";
        };
    }

    @Override
    public Optional<RenewalResult> renew(Duration ttl, RelaySharing sharing) throws SQLException {
        Map<String, Object> values = Map.of("incarnation", incarnation.value(), "ttl", ttl.toMillis());
        try (PreparedStatement statement = RENEW.prepare(connection, values);
                ResultSet rows = statement.executeQuery()) {
            return RenewalResult.read(rows, sharing);
        }
    }

    @Override
    public Optional<OtherOwner> otherOwner(String relay, Integer[] wanted) throws SQLException {
        try (PreparedStatement statement = RIVAL.prepare(connection, values(relay, wanted));
                ResultSet row = statement.executeQuery()) {
            return row.next()
                    ? Optional.of(new OtherOwner(row.getString("node"), Duration.ofMillis(row.getLong("millis_left"))))
                    : Optional.empty();
        }
    }

    /** {@inheritDoc} This is the leader's lock, here for one transaction, which works through any pooling proxy. */
    @Override
    public boolean lock(String relay) throws SQLException {
        try (PreparedStatement statement =
                connection.prepareStatement(PostgresLeaseSql.TRY_LOCK_IN_TRANSACTION.text())) {
            statement.setLong(1, AdvisoryLockKey.ofLeader(relay).value());
            try (ResultSet row = statement.executeQuery()) {
                row.next();
                return row.getBoolean(1);
            }
        }
    }

    @Override
    public boolean lockOwnLease() throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(PostgresLeaseSql.HOLD_LEASE.text())) {
            statement.setString(1, incarnation.value());
            try (ResultSet row = statement.executeQuery()) {
                return row.next();
            }
        }
    }

    @Override
    public void fence(String relay, Integer[] wanted) throws SQLException {
        try (PreparedStatement statement = FENCE.prepare(connection, values(relay, wanted))) {
            statement.executeUpdate();
        }
    }

    @Override
    public List<Integer> own(String relay, Integer[] wanted) throws SQLException {
        try (PreparedStatement statement = OWN.prepare(connection, values(relay, wanted));
                ResultSet row = statement.executeQuery()) {
            List<Integer> owned = new ArrayList<>();
            while (row.next()) {
                owned.add(row.getInt("shard"));
            }
            return owned;
        }
    }

    @Override
    public void release(String relay, Integer[] parts, @Nullable String seen) throws SQLException {
        Map<String, Object> values = new HashMap<>(values(relay, parts));
        values.put("seen", seen == null ? ALWAYS : seen);
        try (PreparedStatement statement = RELEASE.prepare(connection, values)) {
            statement.executeUpdate();
        }
    }

    @Override
    public void leave() throws SQLException {
        update(PostgresLeaseSql.LEAVE);
    }

    @Override
    public void withdraw() throws SQLException {
        update(PostgresLeaseSql.WITHDRAW);
    }

    /** {@inheritDoc} Locks the lease first, in the same order as a takeover. */
    @Override
    public void resign() throws SQLException {
        update(PostgresLeaseSql.LEAVE);
        update(PostgresLeaseSql.RELEASE_ALL);
    }

    @Override
    public void purgeDeadNodes() throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(PostgresLeaseSql.FORGET_THE_DEAD.text())) {
            statement.executeUpdate();
        }
    }

    private Map<String, Object> values(String relay, Integer[] parts) {
        return Map.of("incarnation", incarnation.value(), "relay", relay, "wanted", parts);
    }

    private void update(PostgresLeaseSql name) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(name.text())) {
            statement.setString(1, incarnation.value());
            statement.executeUpdate();
        }
    }
}
