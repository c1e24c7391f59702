package dev.signalbox.postgres.log;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.log.Cursor;
import dev.signalbox.core.log.DeferredGroupKey;
import dev.signalbox.core.log.DeferredGroupRow;
import dev.signalbox.core.log.EventFailure;
import dev.signalbox.core.log.OpenResult;
import dev.signalbox.core.log.ProgressUpdate;
import dev.signalbox.core.log.ReadPosition;
import dev.signalbox.core.log.Suspects;
import dev.signalbox.core.message.Suspicion;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.jdbc.Sql;
import dev.signalbox.jdbc.outbox.ClaimedRows;
import dev.signalbox.postgres.log.LogSql.FeedStatement;
import java.lang.System.Logger.Level;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Opens a feed's progress for a new owner: starts it, or moves it to the position that an operator set. */
record OpenFeed(LogContext log, FeedSettings settings, String node) {
    private static final System.Logger LOG = System.getLogger(OpenFeed.class.getName());

    private record Horizon(long safe, long next) {}

    private record FeedRow(long revision, long generation, ProgressUpdate.FeedState state, int deaths) {
        Cursor cursor() {
            return state.cursor();
        }
    }

    OpenResult open(Incarnation owner) throws SourceException {
        LogSql sql = log.sql();
        return log.statements.write(
                "open the progress", owner, connection -> new OpeningTransaction(sql, connection, owner).open());
    }

    private final class OpeningTransaction {
        private final LogSql sql;
        private final Connection connection;
        private final Incarnation owner;

        OpeningTransaction(LogSql sql, Connection connection, Incarnation owner) {
            this.sql = sql;
            this.connection = connection;
            this.owner = owner;
        }

        OpenResult open() throws SQLException {
            if (first(FeedStatement.LEASE, Map.of("owner", owner.value()), _ -> true)
                    .isEmpty()) {
                return new OpenResult.Fenced();
            }
            long seen = seen();
            Horizon horizon = sql.feed(FeedStatement.HORIZON)
                    .one(
                            connection,
                            Map.of("foreign", log.horizon.foreign()),
                            row -> new Horizon(row.getLong("safe"), row.getLong("next")));
            Optional<FeedRow> ours = ours();
            if (ours.isEmpty()) {
                run(
                        FeedStatement.BEGIN_OURS,
                        Map.of("position", seen, "horizon", horizon.safe(), "cut", ReadPosition.NOTHING));
            } else if (ours.get().cursor().position() != seen) {
                seek(seen, horizon);
            } else if (ours.get().cursor().horizon() > horizon.next()) {
                restored(ours.get().cursor(), horizon);
            }
            if (sql.inspection().leaderColumns()) {
                run(FeedStatement.LEAD, Map.of("node", node));
            }
            Map<String, String> heir = Map.of("owner", owner.value(), "window", Suspicion.WINDOW.toString());
            run(FeedStatement.CONVICT, heir);
            run(FeedStatement.OWN, heir);
            return opened(horizon);
        }

        private Map<String, @Nullable Object> values(Map<String, ?> more) {
            Map<String, @Nullable Object> values = log.values(settings.key());
            values.putAll(more);
            return values;
        }

        private <T> Optional<T> first(FeedStatement name, Map<String, ?> more, Sql.RowReader<T> reader)
                throws SQLException {
            return sql.feed(name).first(connection, values(more), reader);
        }

        private void run(FeedStatement name, Map<String, ?> more) throws SQLException {
            sql.feed(name).update(connection, values(more));
        }

        /** The position that operators see; if there is none, starts the feed. */
        private long seen() throws SQLException {
            Optional<Long> known = first(FeedStatement.SEEN, Map.of(), row -> row.getLong(1));
            if (known.isEmpty()) {
                run(FeedStatement.BEGIN, Map.of("position", sql.position(settings.start(), connection)));
                known = first(FeedStatement.SEEN, Map.of(), row -> row.getLong(1));
            }
            return known.orElseThrow(this::vanished);
        }

        private SQLException vanished() {
            return new SQLException(
                    "the row of " + settings.key() + " in log " + log.name + " vanished while it was opened", "40001");
        }

        private Optional<FeedRow> ours() throws SQLException {
            return first(
                    FeedStatement.OURS,
                    Map.of(),
                    row -> new FeedRow(
                            row.getLong("revision"),
                            row.getLong("generation"),
                            new ProgressUpdate.FeedState(
                                    new Cursor(row.getLong("position"), row.getLong("horizon"), row.getLong("cut")),
                                    longs(row, "ahead"),
                                    failure(row)),
                            row.getInt("deaths")));
        }

        private void seek(long position, Horizon horizon) throws SQLException {
            LOG.log(
                    Level.INFO,
                    "log {0}, feed {1}: an operator has moved it to position {2}, and it goes on from there",
                    log.name,
                    settings.key(),
                    String.valueOf(position));
            Map<String, Long> target = Map.of(
                    "position",
                    position,
                    "horizon",
                    horizon.safe(),
                    "cut",
                    ReadPosition.NOTHING,
                    "nowhere",
                    DeferredGroupRow.NOWHERE);
            run(FeedStatement.SEEK, target);
            run(FeedStatement.TRIM_PARKED, target);
            run(FeedStatement.DROP_PARKED, target);
            run(FeedStatement.DROP_LETTERS, target);
        }

        private void restored(Cursor cursor, Horizon horizon) throws SQLException {
            LOG.log(
                    Level.WARNING,
                    "log {0}, feed {1}: its horizon is transaction {2}, which this server has not come to yet (next is"
                            + " {3}): the database was restored from elsewhere; it goes on from position {4}",
                    log.name,
                    settings.key(),
                    String.valueOf(cursor.horizon()),
                    String.valueOf(horizon.next()),
                    String.valueOf(cursor.position()));
            run(FeedStatement.NEW_HORIZON, Map.of("horizon", horizon.safe(), "cut", ReadPosition.NOTHING));
        }

        private OpenResult opened(Horizon horizon) throws SQLException {
            FeedRow row = ours().orElseThrow(this::vanished);
            List<DeferredGroupRow> deferred =
                    sql.feed(FeedStatement.PARKED).list(connection, values(Map.of()), OpenFeed::deferred);
            Map<Long, Suspicion> suspects = new HashMap<>();
            sql.feed(FeedStatement.SUSPECTS)
                    .each(
                            connection,
                            values(Map.of()),
                            suspect -> suspects.put(
                                    Long.valueOf(suspect.getString("id")),
                                    ClaimedRows.suspicion(suspect.getInt("level"), suspect.getInt("crashes"))));
            return new OpenResult.Opened(
                    row.revision(),
                    row.generation(),
                    row.state(),
                    deferred,
                    new Suspects(row.deaths(), suspects),
                    horizon.safe());
        }
    }

    private static DeferredGroupRow deferred(ResultSet row) throws SQLException {
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
