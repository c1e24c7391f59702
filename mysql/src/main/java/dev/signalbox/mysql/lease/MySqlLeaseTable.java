package dev.signalbox.mysql.lease;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.coordination.RelaySharing;
import dev.signalbox.jdbc.Sql;
import dev.signalbox.jdbc.connection.Transactions;
import dev.signalbox.jdbc.lease.ForeignLocks;
import dev.signalbox.jdbc.lease.LeaseTable;
import dev.signalbox.jdbc.lease.LockHolder;
import dev.signalbox.jdbc.lease.OtherOwner;
import dev.signalbox.jdbc.lease.RenewalResult;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The side schema's lease tables, for one incarnation on one connection.
 *
 * <p>A write of a node locks its row in {@code signalbox_nodes} in share mode, and a renewal changes only its row in
 * {@code signalbox_leases}, so they never wait for each other. A takeover needs both rows.
 */
final class MySqlLeaseTable implements LeaseTable {
    private static final Sql JOIN_NODE = MySqlLeaseSql.JOIN_NODE.sql();
    private static final Sql JOIN_LEASE = MySqlLeaseSql.JOIN_LEASE.sql();
    private static final Sql RENEW = MySqlLeaseSql.RENEW.sql();
    private static final Sql RELAY_STATES = MySqlLeaseSql.load("relay-states.sql");
    private static final Sql LOCK_RELAY = MySqlLeaseSql.LOCK_RELAY.sql();
    private static final Sql LONG_OVER = MySqlLeaseSql.LONG_OVER.sql();
    private static final Sql OTHERS = MySqlLeaseSql.OTHERS.sql();
    private static final Sql OTHER_OWNER = MySqlLeaseSql.load("other-owner.sql");
    private static final Sql OVER = MySqlLeaseSql.load("over.sql");
    private static final Sql OWN = MySqlLeaseSql.load("own.sql");
    private static final Sql RELEASE = MySqlLeaseSql.RELEASE.sql();

    /** A timestamp after any other. */
    private static final String ALWAYS = "9999-12-31 23:59:59";

    private final Connection connection;
    private final Incarnation incarnation;
    private final LeaseStatementRunner statements;
    private final WritingSessions sessions;
    private final ForeignLocks foreignLocks;

    MySqlLeaseTable(
            Connection connection, Incarnation incarnation, WritingSessions sessions, ForeignLocks foreignLocks) {
        this.connection = connection;
        this.incarnation = incarnation;
        this.statements = new LeaseStatementRunner(connection, Map.of("incarnation", incarnation.value()));
        this.sessions = sessions;
        this.foreignLocks = foreignLocks;
    }

    @Override
    public Incarnation join(String node, Duration ttl, RelaySharing sharing, Set<String> relays) throws SQLException {
        String server = statements.column(MySqlLeaseSql.SERVER.sql(), Map.of()).getFirst();
        Incarnation recorded = incarnation.on(server);
        LeaseStatementRunner joining = new LeaseStatementRunner(connection, Map.of("incarnation", recorded.value()));
        // Takeovers lock a relay's row, so it must exist and be visible before a node wants the relay.
        for (String relay : relays) {
            statements.update(MySqlLeaseSql.ADD_RELAY.sql(), Map.of("relay", relay));
        }
        return Transactions.run(connection, _ -> {
            joining.update(JOIN_NODE, Map.of("node", node, "coordination", LeaseTable.nameOf(sharing)));
            joining.update(JOIN_LEASE, Map.of("micros", micros(ttl)));
            for (String relay : relays) {
                joining.update(MySqlLeaseSql.ADD_CANDIDATE.sql(), Map.of("relay", relay));
            }
            return recorded;
        });
    }

    @Override
    public Optional<RenewalResult> renew(Duration ttl, RelaySharing sharing) throws SQLException {
        if (statements.update(RENEW, Map.of("micros", micros(ttl), "sessions", sessions.text())) == 0) {
            return Optional.empty();
        }
        return RELAY_STATES.query(connection, statements.with(Map.of()), rows -> RenewalResult.read(rows, sharing));
    }

    @Override
    public Optional<OtherOwner> otherOwner(String relay, Integer[] wanted) throws SQLException {
        return OTHER_OWNER.first(connection, statements.with(values(relay, wanted)), OtherOwner::read);
    }

    @Override
    public boolean lock(String relay) throws SQLException {
        Map<String, String> values = Map.of("relay", relay);
        List<String> found = statements.column(LOCK_RELAY, values);
        if (found.isEmpty()
                && statements.column(MySqlLeaseSql.FIND_RELAY.sql(), values).isEmpty()) {
            // The table was emptied. An added row is locked as well.
            statements.update(MySqlLeaseSql.ADD_RELAY.sql(), values);
            found = statements.column(LOCK_RELAY, values);
        }
        return !found.isEmpty() && isFree(relay, found.getFirst());
    }

    /** @param session the session that holds the relay's named lock; empty if none does */
    private boolean isFree(String relay, String session) throws SQLException {
        if (session.isEmpty()) {
            foreignLocks.clear(relay);
            return true;
        }
        LockHolder holder = new ServerSessions(statements).holder(Long.parseLong(session));
        if (holder.ours()) {
            foreignLocks.prevent(relay, List.of(holder));
        } else {
            foreignLocks.ignore(relay, List.of(holder));
        }
        return !holder.ours();
    }

    @Override
    public boolean lockOwnLease() throws SQLException {
        return !statements.column(MySqlLeaseSql.HOLD.sql(), Map.of()).isEmpty();
    }

    @Override
    public void fence(String relay, Integer[] wanted) throws SQLException {
        List<String> over = statements.column(OVER, values(relay, wanted));
        new FenceExpiredLeases(statements).end(over);
    }

    @Override
    public List<Integer> own(String relay, Integer[] wanted) throws SQLException {
        List<Integer> others = statements.column(OTHERS, Map.of("relay", relay)).stream()
                .map(Integer::valueOf)
                .toList();
        List<Integer> free = Arrays.stream(wanted)
                .filter(part -> others.stream().noneMatch(other -> excludes(part, other)))
                .toList();
        if (!free.isEmpty()) {
            statements.update(OWN, Map.of("relay", relay, "wanted", free));
        }
        return free;
    }

    private static boolean excludes(int one, int other) {
        return one == other || one == WHOLE || other == WHOLE;
    }

    @Override
    public void release(String relay, Integer[] parts, @Nullable String seen) throws SQLException {
        Map<String, @Nullable Object> values = new HashMap<>(values(relay, parts));
        values.put("seen", seen == null ? ALWAYS : seen);
        statements.update(RELEASE, values);
    }

    @Override
    public void withdraw() throws SQLException {
        statements.update(MySqlLeaseSql.WITHDRAW.sql(), Map.of());
    }

    @Override
    public void leave() throws SQLException {
        for (MySqlLeaseSql step : List.of(MySqlLeaseSql.LEAVE, MySqlLeaseSql.END_LEASE, MySqlLeaseSql.WITHDRAW)) {
            statements.update(step.sql(), Map.of());
        }
    }

    @Override
    public void resign() throws SQLException {
        leave();
        statements.update(MySqlLeaseSql.RELEASE_ALL.sql(), Map.of());
    }

    @Override
    public void purgeDeadNodes() throws SQLException {
        Transactions.run(connection, _ -> {
            List<String> over = statements.column(LONG_OVER, Map.of());
            new FenceExpiredLeases(statements).end(over);
            return over;
        });
    }

    private static long micros(Duration ttl) {
        return ttl.toNanos() / 1_000;
    }

    private static Map<String, Object> values(String relay, Integer[] parts) {
        List<Integer> wanted = Arrays.asList(parts);
        return Map.of("relay", relay, "wanted", wanted, "whole", wanted.contains(WHOLE));
    }
}
