package dev.signalbox.mysql.lease;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.coordination.Sharing;
import dev.signalbox.jdbc.Sql;
import dev.signalbox.jdbc.connection.Transactions;
import dev.signalbox.jdbc.lease.LeaseTable;
import dev.signalbox.jdbc.lease.Parts;
import dev.signalbox.jdbc.lease.Renewed;
import dev.signalbox.jdbc.lease.Rival;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
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
 * What one incarnation says to our own tables on one connection.
 *
 * <p>Whoever writes for a node holds its row in {@code signalbox_nodes} in share mode, and a renewal changes its row in
 * {@code signalbox_leases} only: so they never wait for each other. A takeover needs both.
 */
final class MySqlLeaseTable implements LeaseTable {
    private static final Sql JOIN_NODE = LeaseSql.load("join-node.sql");
    private static final Sql JOIN_LEASE = LeaseSql.load("join-lease.sql");
    private static final Sql RENEW = LeaseSql.load("renew.sql");
    private static final Sql STANDING = LeaseSql.load("standing.sql");
    private static final Sql LOCK_RELAY = LeaseSql.load("lock-relay.sql");
    private static final Sql LONG_OVER = LeaseSql.load("long-over.sql");
    private static final Sql OTHERS = LeaseSql.load("others.sql");
    private static final Sql RIVAL = LeaseSql.load("rival.sql");
    private static final Sql OVER = LeaseSql.load("over.sql");
    private static final Sql OWN = LeaseSql.load("own.sql");
    private static final Sql RELEASE = LeaseSql.load("release.sql");

    /** A time that is after any other. */
    private static final String ALWAYS = "9999-12-31 23:59:59";

    private final Connection connection;
    private final Statements statements;
    private final WritingSessions sessions;

    MySqlLeaseTable(Connection connection, Incarnation incarnation, WritingSessions sessions) {
        this.connection = connection;
        this.statements = new Statements(connection, Map.of("incarnation", incarnation.value()));
        this.sessions = sessions;
    }

    @Override
    public void join(String node, Duration ttl, Sharing sharing, Set<String> relays) throws SQLException {
        // Takeovers lock a relay's row, so it must be there, and be visible, before anybody wants the relay.
        for (String relay : relays) {
            statements.update(LeaseSql.named("add-relay"), Map.of("relay", relay));
        }
        Transactions.run(connection, _ -> {
            statements.update(JOIN_NODE, Map.of("node", node, "coordination", nameOf(sharing)));
            statements.update(JOIN_LEASE, Map.of("micros", micros(ttl)));
            for (String relay : relays) {
                statements.update(LeaseSql.named("add-candidate"), Map.of("relay", relay));
            }
            return relays;
        });
    }

    @Override
    public Optional<Renewed> renew(Duration ttl, Sharing sharing) throws SQLException {
        if (statements.update(RENEW, Map.of("micros", micros(ttl), "sessions", sessions.text())) == 0) {
            return Optional.empty();
        }
        try (PreparedStatement statement = statements.prepare(STANDING, Map.of());
                ResultSet rows = statement.executeQuery()) {
            return Renewed.read(rows, sharing);
        }
    }

    @Override
    public Optional<Rival> rival(String relay, Integer[] wanted) throws SQLException {
        try (PreparedStatement statement = statements.prepare(RIVAL, values(relay, wanted));
                ResultSet row = statement.executeQuery()) {
            return row.next()
                    ? Optional.of(new Rival(row.getString("node"), Duration.ofMillis(row.getLong("millis_left"))))
                    : Optional.empty();
        }
    }

    @Override
    public boolean lock(String relay) throws SQLException {
        Map<String, String> values = Map.of("relay", relay);
        List<String> found = statements.column(LOCK_RELAY, values);
        if (found.isEmpty()
                && statements.column(LeaseSql.named("find-relay"), values).isEmpty()) {
            // Somebody has emptied the table. A row that is added is locked as well.
            statements.update(LeaseSql.named("add-relay"), values);
            found = statements.column(LOCK_RELAY, values);
        }
        return !found.isEmpty() && found.getFirst().equals("1");
    }

    @Override
    public boolean hold() throws SQLException {
        return !statements.column(LeaseSql.named("hold"), Map.of()).isEmpty();
    }

    @Override
    public void fence(String relay, Integer[] wanted) throws SQLException {
        List<String> over = statements.column(OVER, values(relay, wanted));
        new Fencing(statements).end(over);
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
        return one == other || one == Parts.WHOLE || other == Parts.WHOLE;
    }

    @Override
    public void release(String relay, Integer[] parts, @Nullable String seen) throws SQLException {
        Map<String, @Nullable Object> values = new HashMap<>(values(relay, parts));
        values.put("seen", seen == null ? ALWAYS : seen);
        statements.update(RELEASE, values);
    }

    @Override
    public void withdraw() throws SQLException {
        statements.update(LeaseSql.named("withdraw"), Map.of());
    }

    @Override
    public void leave() throws SQLException {
        for (String step : List.of("leave", "end-lease", "withdraw")) {
            statements.update(LeaseSql.named(step), Map.of());
        }
    }

    @Override
    public void resign() throws SQLException {
        leave();
        statements.update(LeaseSql.named("release-all"), Map.of());
    }

    @Override
    public void forgetTheDead() throws SQLException {
        Transactions.run(connection, _ -> {
            List<String> over = statements.column(LONG_OVER, Map.of());
            new Fencing(statements).end(over);
            return over;
        });
    }

    private static String nameOf(Sharing sharing) {
        return switch (sharing) {
            case WHOLE -> "leader";
            case SPREAD -> "shards";
        };
    }

    private static long micros(Duration ttl) {
        return ttl.toNanos() / 1_000;
    }

    private static Map<String, Object> values(String relay, Integer[] parts) {
        List<Integer> wanted = Arrays.asList(parts);
        return Map.of("relay", relay, "wanted", wanted, "whole", wanted.contains(Parts.WHOLE));
    }
}
