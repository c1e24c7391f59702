package dev.signalbox.platform.postgres.retention;

import com.github.f4b6a3.tsid.Tsid;
import dev.signalbox.jdbc.Sql;
import dev.signalbox.jdbc.connection.TimeLimits;
import dev.signalbox.platform.StoreException;
import dev.signalbox.platform.postgres.database.PlatformDatabase;
import dev.signalbox.platform.postgres.retention.DayPartitions.Day;
import dev.signalbox.platform.postgres.retention.DayPartitions.DayTable;
import dev.signalbox.platform.postgres.retention.DayPartitions.Statement;
import dev.signalbox.platform.store.RetentionStore;
import dev.signalbox.postgres.connection.PostgresConnections;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;

/**
 * Drops days that are old and ended. A day is detached concurrently before it is dropped, because a plain DROP waits for the
 * slowest reader, and every insert waits behind it. A crash in between leaves a table that the next round drops.
 */
public final class PostgresRetention implements RetentionStore {
    private static final int KEYS_AT_ONCE = 5_000;
    private static final int PIECES = 100;
    private static final int SUBSCRIPTIONS_AT_ONCE = 1_000;
    /** So long may an event be stored before its jobs, as a difference of ids. */
    private static final long OVERLAP = Duration.ofMinutes(10).toMillis() << 22;

    private static final String FIRST_KEY = "00000000-0000-0000-0000-000000000000";
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Duration LOCK_PATIENCE = Duration.ofSeconds(5);
    private static final List<String> BUSY = List.of("55P03", "57014", "55000", "55006");

    private final PlatformDatabase database;
    private final DayPartitions days;
    private String sweptTo = FIRST_KEY;

    public PostgresRetention(PlatformDatabase database, DayPartitions days) {
        this.database = database;
        this.days = days;
    }

    @Override
    public synchronized RetentionRound maintain(Duration kept) throws StoreException {
        List<String> made = days.makeAhead();
        List<String> dropped = new ArrayList<>();
        List<String> postponed = new ArrayList<>();
        PostgresConnections connections = database.connections();
        TimeLimits limits = connections.settings().limits().withStatement(PATIENCE, LOCK_PATIENCE);
        try (Connection connection = connections.openOwn("retention", limits, Map.of())) {
            new Round(connection, dropped, postponed).run(kept);
        } catch (SQLException e) {
            throw new StoreException("could not drop old days: " + e.getMessage(), e);
        }
        removeSubscriptions();
        return new RetentionRound(made, dropped, sweepKeys(), postponed);
    }

    private static final class Round {
        private final Connection connection;
        private final List<String> dropped;
        private final List<String> postponed;

        Round(Connection connection, List<String> dropped, List<String> postponed) {
            this.connection = connection;
            this.dropped = dropped;
            this.postponed = postponed;
        }

        void run(Duration kept) throws SQLException {
            // While a day is being detached, no other day of its table can be.
            for (Day day : DayPartitions.days(connection)) {
                if (day.detaching()) {
                    attempt("detach " + day.name(), DayPartitions.fill(Statement.FINISH_DETACHING, day));
                }
            }
            dropLeftovers();
            long before = DayPartitions.now(connection) - kept.toMillis();
            NavigableMap<Long, List<Day>> old = new TreeMap<>();
            DayPartitions.days(connection).stream()
                    .filter(day -> day.endMillis() <= before)
                    .forEach(part -> old.computeIfAbsent(part.upper(), _ -> new ArrayList<>())
                            .add(part));
            if (!old.isEmpty()) {
                drop(old);
                dropLeftovers();
            }
        }

        private void drop(NavigableMap<Long, List<Day>> old) throws SQLException {
            Set<Long> waiting;
            try {
                waiting = waitingDays(old);
            } catch (SQLException e) {
                postpone("look for jobs that wait", e);
                return;
            }
            if (!waiting.isEmpty()) {
                postponed.add("%d old days are kept, because jobs of them still wait; the oldest ends at %s"
                        .formatted(
                                waiting.size(),
                                Tsid.from(Collections.min(waiting)).getInstant()));
            }
            for (Map.Entry<Long, List<Day>> day : old.entrySet()) {
                if (!waiting.contains(day.getKey())) {
                    drop(day.getValue(), day.getKey());
                }
            }
        }

        private Set<Long> waitingDays(NavigableMap<Long, List<Day>> old) throws SQLException {
            List<Day> days = old.values().stream().map(List::getFirst).toList();
            Map<String, Object> values = Map.of(
                    "before",
                    old.lastKey() + OVERLAP,
                    "overlap",
                    OVERLAP,
                    "lowers",
                    days.stream().map(Day::lower).toArray(Long[]::new),
                    "uppers",
                    days.stream().map(Day::upper).toArray(Long[]::new));
            return new HashSet<>(DayPartitions.SQL
                    .sql(Statement.WAITING_DAYS)
                    .list(connection, values, row -> row.getLong("upper")));
        }

        /**
         * Keys first: an event whose key is free must not be found by it again. Then jobs, which cannot be retried from then on; one
         * that was retried at the last moment still needs its event. What fails is done in the next round.
         */
        private void drop(List<Day> parts, long upper) throws SQLException {
            DayPartitions.SQL.sql(Statement.FREE_KEYS).update(connection, Map.of("oldest", upper));
            DayPartitions.SQL
                    .sql(Statement.FORGET_GIVEN_UP)
                    .update(connection, Map.of("lower", parts.getFirst().lower(), "upper", upper));
            Comparator<Day> jobsFirst =
                    Comparator.comparing(part -> !part.parent().equals(DayTable.JOBS.table()));
            for (Day part : parts.stream().sorted(jobsFirst).toList()) {
                boolean detached = attempt("detach " + part.name(), DayPartitions.fill(Statement.DETACH, part));
                if (!detached || isRetried(part)) {
                    return;
                }
            }
        }

        private boolean isRetried(Day part) throws SQLException {
            if (!part.parent().equals(DayTable.JOBS.table())
                    || waitingDays(new TreeMap<>(Map.of(part.upper(), List.of(part))))
                            .isEmpty()) {
                return false;
            }
            postponed.add("a job of %s was retried while it was detached; its event stays until the job has ended"
                    .formatted(part.name()));
            return true;
        }

        private void dropLeftovers() throws SQLException {
            List<String> names =
                    DayPartitions.SQL.sql(Statement.LEFTOVERS).list(connection, Map.of(), row -> row.getString("name"));
            for (String name : names) {
                if (attempt("drop " + name, DayPartitions.fill(Statement.DROP, new Day("", name, false, 0, 0)))) {
                    dropped.add(name);
                }
            }
        }

        private boolean attempt(String what, Sql statement) throws SQLException {
            try {
                statement.execute(connection, Map.of());
                return true;
            } catch (SQLException e) {
                postpone(what, e);
                return false;
            }
        }

        private void postpone(String what, SQLException e) throws SQLException {
            if (!BUSY.contains(String.valueOf(e.getSQLState()))) {
                throw e;
            }
            postponed.add("could not %s: %s".formatted(what, e.getMessage()));
        }
    }

    private void removeSubscriptions() throws StoreException {
        Map<String, Object> values = Map.of("most", SUBSCRIPTIONS_AT_ONCE);
        database.run(
                "remove deleted subscriptions",
                connection ->
                        DayPartitions.SQL.sql(Statement.REMOVE_SUBSCRIPTIONS).update(connection, values));
    }

    /** Goes on where the round before ended. */
    private int sweepKeys() throws StoreException {
        int swept = 0;
        for (int i = 0; i < PIECES; i++) {
            Map<String, Object> values = Map.of("beyond", sweptTo, "most", KEYS_AT_ONCE);
            SweptPiece piece = database.run(
                    "sweep keys",
                    connection -> DayPartitions.SQL
                            .sql(Statement.SWEEP_KEYS)
                            .one(
                                    connection,
                                    values,
                                    row -> new SweptPiece(
                                            row.getInt("swept"),
                                            row.getInt("looked"),
                                            String.valueOf(row.getString("last")))));
            swept += piece.swept();
            if (piece.looked() < KEYS_AT_ONCE) {
                sweptTo = FIRST_KEY;
                break;
            }
            sweptTo = piece.last();
        }
        return swept;
    }

    private record SweptPiece(int swept, int looked, String last) {}
}
