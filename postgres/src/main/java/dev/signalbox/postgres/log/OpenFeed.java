package dev.signalbox.postgres.log;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.log.Cursor;
import dev.signalbox.core.log.DeferredGroupKey;
import dev.signalbox.core.log.DeferredGroupRow;
import dev.signalbox.core.log.EventFailure;
import dev.signalbox.core.log.LogStart;
import dev.signalbox.core.log.OpenResult;
import dev.signalbox.core.log.ProgressUpdate;
import dev.signalbox.core.log.ReadPosition;
import dev.signalbox.core.log.Suspects;
import dev.signalbox.core.message.Suspicion;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.jdbc.outbox.ClaimedRows;
import dev.signalbox.postgres.log.LogTemplates.FeedStatement;
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

/** Opens a feed's progress for a new owner: starts it, or moves it to the position that an operator set. */
final class OpenFeed {
    private static final System.Logger LOG = System.getLogger(OpenFeed.class.getName());

    /** After this many unclean ends in a row, events are sent with care. */
    private static final int DEATHS = 2;

    private final LogContext access;
    private final FeedSettings settings;
    private final String node;

    private record Horizon(long safe, long next) {}

    private record FeedRow(
            long position, long revision, long generation, ProgressUpdate.FeedState standing, int deaths) {}

    /** Reads one value or row. */
    private interface RowReader<T> {
        T read(ResultSet row) throws SQLException;
    }

    OpenFeed(LogContext access, FeedSettings settings, String node) {
        this.access = access;
        this.settings = settings;
        this.node = node;
    }

    /** The parameters that identify a feed in every statement. */
    static Map<String, String> names(LogContext access, FeedKey pair) {
        return Map.of(
                "log", access.name(),
                "topic", pair.topic(),
                "publisher", pair.publisher(),
                // The table also holds suspects of outbox tables.
                "pair", access.name() + " " + pair);
    }

    OpenResult open(Incarnation owner) throws SourceException {
        LogSql sql = access.sql();
        boolean leads = access.shape().hasLeaderColumns();
        return access.statements().write("open the progress", owner, connection -> {
            OpeningTransaction openingTransaction = new OpeningTransaction(sql, connection);
            if (openingTransaction.one(FeedStatement.LEASE, Map.of("owner", owner.value()), _ -> true) == null) {
                return new OpenResult.Fenced();
            }
            long seen = openingTransaction.seen();
            Horizon horizon = openingTransaction.horizon();
            FeedRow feedRow = openingTransaction.ours();
            if (feedRow == null) {
                openingTransaction.run(
                        FeedStatement.BEGIN_OURS,
                        Map.of("position", seen, "horizon", horizon.safe(), "cut", ReadPosition.NOTHING));
            } else if (feedRow.position() != seen) {
                openingTransaction.seek(seen, horizon);
            } else if (feedRow.standing().cursor().horizon() > horizon.next()) {
                openingTransaction.restored(feedRow, horizon);
            }
            if (leads) {
                openingTransaction.run(FeedStatement.LEAD, Map.of("node", node));
            }
            openingTransaction.run(FeedStatement.CONVICT, Map.of("owner", owner.value()));
            openingTransaction.run(FeedStatement.OWN, Map.of("owner", owner.value()));
            return openingTransaction.opened();
        });
    }

    /** Runs the statements in one transaction. */
    private final class OpeningTransaction {
        private final LogSql sql;
        private final Connection connection;

        OpeningTransaction(LogSql sql, Connection connection) {
            this.sql = sql;
            this.connection = connection;
        }

        private Map<String, @Nullable Object> values(Map<String, ?> more) {
            Map<String, @Nullable Object> values = new HashMap<>(names(access, settings.key()));
            values.putAll(more);
            return values;
        }

        <T> @Nullable T one(FeedStatement name, Map<String, ?> more, RowReader<T> rowReader) throws SQLException {
            try (PreparedStatement statement = sql.feed(name).prepare(connection, values(more));
                    ResultSet found = statement.executeQuery()) {
                return found.next() ? rowReader.read(found) : null;
            }
        }

        void run(FeedStatement name, Map<String, ?> more) throws SQLException {
            try (PreparedStatement statement = sql.feed(name).prepare(connection, values(more))) {
                statement.executeUpdate();
            }
        }

        /** The position that operators see; if there is none, starts the feed. */
        long seen() throws SQLException {
            Long known = one(FeedStatement.SEEN, Map.of(), row -> row.getLong(1));
            if (known == null) {
                run(FeedStatement.BEGIN, Map.of("position", start()));
                known = one(FeedStatement.SEEN, Map.of(), row -> row.getLong(1));
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
                case LogStart.Beginning() -> 0L;
                case LogStart.AtPosition(long position) -> position;
                case LogStart.End() -> one(FeedStatement.LAST_POSITION, Map.of(), row -> row.getLong(1));
                case LogStart.AtTime(var time) ->
                    one(FeedStatement.POSITION_AT, Map.of("time", time.toString()), row -> row.getLong(1));
            };
            return start == null ? 0 : start;
        }

        Horizon horizon() throws SQLException {
            Horizon horizon = one(
                    FeedStatement.HORIZON,
                    Map.of("foreign", access.horizon().foreign()),
                    row -> new Horizon(row.getLong("safe"), row.getLong("next")));
            if (horizon == null) {
                throw new IllegalStateException("there is always a snapshot");
            }
            return horizon;
        }

        @Nullable
        FeedRow ours() throws SQLException {
            return one(
                    FeedStatement.OURS,
                    Map.of(),
                    row -> new FeedRow(
                            row.getLong("position"),
                            row.getLong("revision"),
                            row.getLong("generation"),
                            new ProgressUpdate.FeedState(
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
                    "position",
                    position,
                    "horizon",
                    horizon.safe(),
                    "cut",
                    ReadPosition.NOTHING,
                    "nowhere",
                    DeferredGroupRow.NOWHERE);
            for (FeedStatement step : List.of(
                    FeedStatement.SEEK,
                    FeedStatement.TRIM_PARKED,
                    FeedStatement.DROP_PARKED,
                    FeedStatement.DROP_LETTERS)) {
                run(step, there);
            }
        }

        void restored(FeedRow feedRow, Horizon horizon) throws SQLException {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "log {0}, pair {1}: its horizon is transaction {2}, which this server has not come to yet (next is"
                            + " {3}): the database was restored from elsewhere; it goes on from position {4}",
                    access.name(),
                    settings.key(),
                    String.valueOf(feedRow.standing().cursor().horizon()),
                    String.valueOf(horizon.next()),
                    String.valueOf(feedRow.position()));
            run(FeedStatement.NEW_HORIZON, Map.of("horizon", horizon.safe(), "cut", ReadPosition.NOTHING));
        }

        private Map<Long, Suspicion> suspects() throws SQLException {
            Map<Long, Suspicion> suspects = new HashMap<>();
            try (PreparedStatement statement = sql.feed(FeedStatement.SUSPECTS).prepare(connection, values(Map.of()));
                    ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    suspects.put(
                            Long.valueOf(rows.getString("id")),
                            ClaimedRows.suspicion(rows.getInt("level"), rows.getInt("crashes")));
                }
            }
            return suspects;
        }

        OpenResult opened() throws SQLException {
            FeedRow feedRow = ours();
            if (feedRow == null) {
                throw new SQLException(
                        "the row of " + settings.key() + " in log " + access.name() + " vanished while it was opened",
                        "40001");
            }
            List<DeferredGroupRow> deferredGroupRow = new ArrayList<>();
            try (PreparedStatement statement = sql.feed(FeedStatement.PARKED).prepare(connection, values(Map.of()));
                    ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    deferredGroupRow.add(parked(rows));
                }
            }
            return new OpenResult.Opened(
                    feedRow.revision(),
                    feedRow.generation(),
                    feedRow.standing(),
                    deferredGroupRow,
                    new Suspects(feedRow.deaths() >= DEATHS, suspects()));
        }
    }

    private static DeferredGroupRow parked(ResultSet row) throws SQLException {
        long single = row.getLong("single");
        return new DeferredGroupRow(
                single == 0 ? DeferredGroupKey.of(row.getString("message_group")) : DeferredGroupKey.of(single),
                longs(row, "stragglers"),
                row.getLong("from_position"),
                longs(row, "done"),
                failure(row));
    }

    private static @Nullable EventFailure failure(ResultSet row) throws SQLException {
        Long position = row.getObject("failed_position", Long.class);
        return position == null
                ? null
                : new EventFailure(
                        position,
                        row.getInt("failed_attempts"),
                        String.valueOf(row.getString("failed_reason")),
                        row.getBoolean("stopped"));
    }

    private static List<Long> longs(ResultSet row, String column) throws SQLException {
        return Arrays.asList((Long[]) row.getArray(column).getArray());
    }
}
