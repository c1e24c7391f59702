package dev.signalbox.platform.postgres.retention;

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
import java.util.List;
import java.util.Map;

/**
 * Drops days that are old and ended. A day is detached concurrently before it is dropped, because a plain DROP waits for the
 * slowest reader, and every insert waits behind it. A crash in between leaves a table that the next round drops.
 */
public final class PostgresRetention implements RetentionStore {
    private static final int KEYS_AT_ONCE = 5_000;
    private static final int PIECES = 100;
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
            long before = DayPartitions.now(connection) - kept.toMillis();
            List<Day> old = DayPartitions.days(connection).stream()
                    .filter(day -> day.endMillis() <= before)
                    .toList();
            // Of all tables or of none: jobs need their events.
            for (Day jobs : old) {
                if (jobs.parent().equals(DayTable.JOBS.table()) && !isEnded(jobs)) {
                    postponed.add("the day of %s is old, but jobs of it still wait".formatted(jobs.name()));
                    dropLeftovers();
                    return;
                }
                if (jobs.parent().equals(DayTable.JOBS.table())) {
                    drop(old.stream().filter(day -> day.upper() == jobs.upper()).toList(), jobs.upper());
                }
            }
            dropLeftovers();
        }

        private boolean isEnded(Day jobs) throws SQLException {
            boolean waiting = !jobs.detaching()
                    && DayPartitions.fill(Statement.WAITING, jobs)
                            .one(connection, Map.of(), row -> row.getBoolean("found"));
            boolean held = DayPartitions.SQL
                    .sql(Statement.HELD)
                    .one(
                            connection,
                            Map.of("lower", jobs.lower(), "upper", jobs.upper()),
                            row -> row.getBoolean("found"));
            return !waiting && !held;
        }

        /** Keys first: an event whose key is free must not be found by it again. Jobs last: they decide about the day. */
        private void drop(List<Day> day, long upper) throws SQLException {
            DayPartitions.SQL.sql(Statement.FREE_KEYS).update(connection, Map.of("oldest", upper));
            for (Day part : day) {
                if (!part.parent().equals(DayTable.JOBS.table())) {
                    detach(part);
                }
            }
            for (Day part : day) {
                if (part.parent().equals(DayTable.JOBS.table())) {
                    detach(part);
                }
            }
        }

        private void detach(Day part) throws SQLException {
            Statement how = part.detaching() ? Statement.FINISH_DETACHING : Statement.DETACH;
            attempt("detach " + part.name(), DayPartitions.fill(how, part));
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
                if (!BUSY.contains(String.valueOf(e.getSQLState()))) {
                    throw e;
                }
                postponed.add("could not %s: %s".formatted(what, e.getMessage()));
                return false;
            }
        }
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
