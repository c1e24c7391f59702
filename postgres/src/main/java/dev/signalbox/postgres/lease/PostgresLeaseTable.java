package dev.signalbox.postgres.lease;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.coordination.RelaySharing;
import dev.signalbox.jdbc.Sql;
import dev.signalbox.jdbc.SqlFolder;
import dev.signalbox.jdbc.lease.ForeignLocks;
import dev.signalbox.jdbc.lease.LeaseTable;
import dev.signalbox.jdbc.lease.LockHolder;
import dev.signalbox.jdbc.lease.OtherOwner;
import dev.signalbox.jdbc.lease.RenewalResult;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The statements on {@code signalbox.nodes} and {@code signalbox.shards} of one incarnation on one connection. */
final class PostgresLeaseTable implements LeaseTable {
    private static final Sql RENEW = SqlFolder.sql(PostgresLeaseTable.class, "renew.sql");
    private static final Sql OTHER_OWNER = SqlFolder.sql(PostgresLeaseTable.class, "other-owner.sql");
    private static final Sql FENCE = SqlFolder.sql(PostgresLeaseTable.class, "fence.sql");
    private static final Sql OWN = SqlFolder.sql(PostgresLeaseTable.class, "own.sql");

    /** A time later than any other. */
    private static final String ALWAYS = "infinity";

    private final Connection connection;
    private final Incarnation incarnation;
    private final ForeignLocks foreignLocks;

    PostgresLeaseTable(Connection connection, Incarnation incarnation, ForeignLocks foreignLocks) {
        this.connection = connection;
        this.incarnation = incarnation;
        this.foreignLocks = foreignLocks;
    }

    @Override
    public Incarnation join(String node, Duration ttl, RelaySharing sharing, Set<String> relays) throws SQLException {
        String[] sorted = relays.stream().sorted().toArray(String[]::new);
        // Takeovers lock a relay's row, so it must exist and be visible before a node wants the relay.
        addRelays(sorted);
        Map<String, Object> values = Map.of(
                "incarnation",
                incarnation.value(),
                "node",
                node,
                "ttl",
                ttl.toMillis(),
                "relays",
                sorted,
                "coordination",
                LeaseTable.nameOf(sharing));
        return PostgresLeaseSql.JOIN
                .sql()
                .one(connection, values, row -> new Incarnation(row.getString("incarnation")));
    }

    @Override
    public Optional<RenewalResult> renew(Duration ttl, RelaySharing sharing) throws SQLException {
        Map<String, Object> values = Map.of("incarnation", incarnation.value(), "ttl", ttl.toMillis());
        return RENEW.query(connection, values, rows -> RenewalResult.read(rows, sharing));
    }

    @Override
    public Optional<OtherOwner> otherOwner(String relay, Integer[] wanted) throws SQLException {
        return OTHER_OWNER.first(connection, values(relay, wanted), OtherOwner::read);
    }

    @Override
    public boolean lock(String relay) throws SQLException {
        return lockRow(relay) && isFreeFor(relay);
    }

    private boolean lockRow(String relay) throws SQLException {
        Map<String, String> values = Map.of("relay", relay);
        if (PostgresLeaseSql.LOCK_RELAY.sql().query(connection, values, ResultSet::next)) {
            return true;
        }
        if (PostgresLeaseSql.FIND_RELAY.sql().query(connection, values, ResultSet::next)) {
            return false;
        }
        // The table was emptied. An added row is locked as well.
        addRelays(relay);
        return PostgresLeaseSql.LOCK_RELAY.sql().query(connection, values, ResultSet::next);
    }

    /**
     * Takes the advisory lock for this transaction too: nodes of older versions, and nodes without a side schema, know
     * no other. If a session holds it that can't be such a node, the row decides alone, unless the lock belongs to other
     * programs.
     */
    private boolean isFreeFor(String relay) throws SQLException {
        AdvisoryLockKey key = AdvisoryLockKey.ofLeader(relay);
        if (PostgresLeaseSql.TRY_LOCK_IN_TRANSACTION
                .sql()
                .one(connection, key.parameters(), row -> row.getBoolean(1))) {
            foreignLocks.clear(relay);
            return true;
        }
        List<LockHolder> holders = PostgresLockHolders.of(connection, key);
        boolean decides = holders.isEmpty()
                || holders.stream().anyMatch(LockHolder::ours)
                || AdvisoryLockKey.isShared(relay)
                || anOlderNodeMayTakeOver();
        if (decides) {
            foreignLocks.prevent(relay, holders);
        } else {
            foreignLocks.ignore(relay, holders);
        }
        return !decides;
    }

    /**
     * Whether a node of an older version may take the relay over before this transaction ends. One that joins in between
     * would not be seen, and could get the advisory lock when its holder releases it: so none may join meanwhile.
     */
    private boolean anOlderNodeMayTakeOver() throws SQLException {
        PostgresLeaseSql.STOP_JOINS.sql().execute(connection, Map.of());
        return PostgresLeaseSql.OLDER_NODES.sql().one(connection, Map.of(), row -> row.getBoolean("found"));
    }

    private void addRelays(String... relays) throws SQLException {
        PostgresLeaseSql.ADD_RELAYS.sql().update(connection, Map.of("relays", relays));
    }

    @Override
    public boolean lockOwnLease() throws SQLException {
        return PostgresLeaseSql.HOLD_LEASE
                .sql()
                .query(connection, Map.of("incarnation", incarnation.value()), ResultSet::next);
    }

    @Override
    public void fence(String relay, Integer[] wanted) throws SQLException {
        FENCE.update(connection, values(relay, wanted));
    }

    @Override
    public List<Integer> own(String relay, Integer[] wanted) throws SQLException {
        return OWN.list(connection, values(relay, wanted), row -> row.getInt("shard"));
    }

    @Override
    public void release(String relay, Integer[] parts, @Nullable String seen) throws SQLException {
        Map<String, Object> values = new HashMap<>(values(relay, parts));
        values.put("seen", seen == null ? ALWAYS : seen);
        PostgresLeaseSql.RELEASE.sql().update(connection, values);
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
        update(PostgresLeaseSql.PURGE_DEAD_NODES);
    }

    private Map<String, Object> values(String relay, Integer[] parts) {
        return Map.of("incarnation", incarnation.value(), "relay", relay, "wanted", parts);
    }

    private void update(PostgresLeaseSql name) throws SQLException {
        name.sql().update(connection, Map.of("incarnation", incarnation.value()));
    }
}
