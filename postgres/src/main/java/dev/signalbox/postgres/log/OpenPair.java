package dev.signalbox.postgres.log;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.log.Cursor;
import dev.signalbox.core.log.Failure;
import dev.signalbox.core.log.Opening;
import dev.signalbox.core.log.Parked;
import dev.signalbox.core.log.Progress;
import dev.signalbox.core.log.Reach;
import dev.signalbox.core.log.SidingKey;
import dev.signalbox.core.log.Suspects;
import dev.signalbox.core.message.Suspicion;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.jdbc.outbox.TakenRows;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Opens a pair's progress for a new owner: begins it, or goes where somebody has moved it. */
final class OpenPair {
    private static final System.Logger LOG = System.getLogger(OpenPair.class.getName());

    /** After so many unclean ends in a row events are sent with care. */
    private static final int DEATHS = 2;

    private final LogAccess access;
    private final PairSettings settings;
    private final String node;

    private record Horizon(long safe, long next) {}

    private record Ours(long position, long revision, long generation, Progress.Standing standing, int deaths) {}

    /** Reads one value or row. */
    private interface Row<T> {
        T read(ResultSet row) throws SQLException;
    }

    OpenPair(LogAccess access, PairSettings settings, String node) {
        this.access = access;
        this.settings = settings;
        this.node = node;
    }

    /** What names a pair in every statement. */
    static Map<String, String> names(LogAccess access, PairKey pair) {
        return Map.of(
                "log", access.name(),
                "topic", pair.topic(),
                "publisher", pair.publisher(),
                // Suspects of outbox tables are kept in the same table.
                "pair", access.name() + " " + pair);
    }

    Opening open(Incarnation owner) throws SourceException {
        LogSql sql = access.sql();
        boolean leads = access.shape().hasLeaderColumns();
        return access.statements().write("open the progress", owner, connection -> {
            Work work = new Work(sql, connection);
            if (work.one("lease", Map.of("owner", owner.value()), _ -> true) == null) {
                return new Opening.Fenced();
            }
            long seen = work.seen();
            Horizon horizon = work.horizon();
            Ours ours = work.ours();
            if (ours == null) {
                work.run("begin-ours", Map.of("position", seen, "horizon", horizon.safe(), "cut", Reach.NOTHING));
            } else if (ours.position() != seen) {
                work.seek(seen, horizon);
            } else if (ours.standing().cursor().horizon() > horizon.next()) {
                work.restored(ours, horizon);
            }
            if (leads) {
                work.run("lead", Map.of("node", node));
            }
            work.run("convict", Map.of("owner", owner.value()));
            work.run("own", Map.of("owner", owner.value()));
            return work.opened();
        });
    }

    /** The statements, in one transaction. */
    private final class Work {
        private final LogSql sql;
        private final Connection connection;

        Work(LogSql sql, Connection connection) {
            this.sql = sql;
            this.connection = connection;
        }

        private Map<String, @Nullable Object> values(Map<String, ?> more) {
            Map<String, @Nullable Object> values = new HashMap<>(names(access, settings.key()));
            values.putAll(more);
            return values;
        }

        <T> @Nullable T one(String name, Map<String, ?> more, Row<T> row) throws SQLException {
            try (PreparedStatement statement = sql.pair(name).prepare(connection, values(more));
                    ResultSet found = statement.executeQuery()) {
                return found.next() ? row.read(found) : null;
            }
        }

        void run(String name, Map<String, ?> more) throws SQLException {
            try (PreparedStatement statement = sql.pair(name).prepare(connection, values(more))) {
                statement.executeUpdate();
            }
        }

        /** The position that operators see; where there is none, the pair begins. */
        long seen() throws SQLException {
            Long known = one("seen", Map.of(), row -> row.getLong(1));
            if (known == null) {
                run("begin", Map.of("position", start()));
                known = one("seen", Map.of(), row -> row.getLong(1));
            }
            if (known == null) {
                throw new SQLException(
                        "the row of " + settings.key() + " in log " + access.name() + " vanished while it was opened",
                        "40001");
            }
            return known;
        }

        private long start() throws SQLException {
            Long start = switch (settings.start()) {
                case Start.Beginning() -> 0L;
                case Start.Behind(long position) -> position;
                case Start.End() -> one("last-position", Map.of(), row -> row.getLong(1));
                case Start.At(var time) -> one("position-at", Map.of("time", time.toString()), row -> row.getLong(1));
            };
            return start == null ? 0 : start;
        }

        Horizon horizon() throws SQLException {
            Horizon horizon = one(
                    "horizon",
                    Map.of("foreign", access.horizon().foreign()),
                    row -> new Horizon(row.getLong("safe"), row.getLong("next")));
            if (horizon == null) {
                throw new IllegalStateException("there is always a snapshot");
            }
            return horizon;
        }

        @Nullable
        Ours ours() throws SQLException {
            return one(
                    "ours",
                    Map.of(),
                    row -> new Ours(
                            row.getLong("position"),
                            row.getLong("revision"),
                            row.getLong("generation"),
                            new Progress.Standing(
                                    new Cursor(row.getLong("position"), row.getLong("horizon"), row.getLong("cut")),
                                    longs(row, "ahead"),
                                    failure(row)),
                            row.getInt("deaths")));
        }

        void seek(long position, Horizon horizon) throws SQLException {
            LOG.log(
                    System.Logger.Level.INFO,
                    "log {0}, pair {1}: somebody has moved it to position {2}, and it goes on from there",
                    access.name(),
                    settings.key(),
                    String.valueOf(position));
            Map<String, ?> there = Map.of(
                    "position", position, "horizon", horizon.safe(), "cut", Reach.NOTHING, "nowhere", Parked.NOWHERE);
            for (String step : List.of("seek", "trim-parked", "drop-parked", "drop-letters")) {
                run(step, there);
            }
        }

        void restored(Ours ours, Horizon horizon) throws SQLException {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "log {0}, pair {1}: its horizon is transaction {2}, which this server has not come to yet (next is"
                            + " {3}): the database was restored from elsewhere; it goes on from position {4}",
                    access.name(),
                    settings.key(),
                    String.valueOf(ours.standing().cursor().horizon()),
                    String.valueOf(horizon.next()),
                    String.valueOf(ours.position()));
            run("new-horizon", Map.of("horizon", horizon.safe(), "cut", Reach.NOTHING));
        }

        private Map<Long, Suspicion> suspects() throws SQLException {
            Map<Long, Suspicion> suspects = new HashMap<>();
            try (PreparedStatement statement = sql.pair("suspects").prepare(connection, values(Map.of()));
                    ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    suspects.put(
                            Long.valueOf(rows.getString("id")),
                            TakenRows.suspicion(rows.getInt("level"), rows.getInt("crashes")));
                }
            }
            return suspects;
        }

        Opening opened() throws SQLException {
            Ours ours = ours();
            if (ours == null) {
                throw new SQLException(
                        "the row of " + settings.key() + " in log " + access.name() + " vanished while it was opened",
                        "40001");
            }
            List<Parked> parked = new ArrayList<>();
            try (PreparedStatement statement = sql.pair("parked").prepare(connection, values(Map.of()));
                    ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    parked.add(parked(rows));
                }
            }
            return new Opening.Opened(
                    ours.revision(),
                    ours.generation(),
                    ours.standing(),
                    parked,
                    new Suspects(ours.deaths() >= DEATHS, suspects()));
        }
    }

    private static Parked parked(ResultSet row) throws SQLException {
        long single = row.getLong("single");
        return new Parked(
                single == 0 ? SidingKey.of(row.getString("message_group")) : SidingKey.of(single),
                longs(row, "stragglers"),
                row.getLong("from_position"),
                longs(row, "done"),
                failure(row));
    }

    private static @Nullable Failure failure(ResultSet row) throws SQLException {
        Long position = row.getObject("failed_position", Long.class);
        return position == null
                ? null
                : new Failure(
                        position,
                        row.getInt("failed_attempts"),
                        String.valueOf(row.getString("failed_reason")),
                        row.getBoolean("stopped"));
    }

    private static List<Long> longs(ResultSet row, String column) throws SQLException {
        return Arrays.asList((Long[]) row.getArray(column).getArray());
    }
}
