package dev.signalbox.postgres.log;

import dev.signalbox.core.log.LogStart;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.jdbc.Sql;
import dev.signalbox.postgres.log.LogTemplates.AdminStatement;
import dev.signalbox.postgres.log.LogTemplates.FeedStatement;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Shows the feeds of a log to operators and changes them. It works on every node, whichever owns a feed. */
public final class PostgresLogAdmin {
    private static final int MOST_COUNTED = 100_000;

    private final LogContext access;

    /**
     * A feed as recorded in its rows.
     *
     * @param leader the node that works on it; null, like the leader's details, if no live node does
     */
    public record FeedStatus(
            FeedKey feed,
            String status,
            long lastPosition,
            int errorCount,
            @Nullable String lastError,
            @Nullable Instant lastPublishedAt,
            @Nullable String leader,
            @Nullable Instant leaderSince,
            @Nullable Instant leaderHeartbeat,
            long deferred,
            long deadLetters) {}

    /**
     * The backlog of a feed.
     *
     * @param events the number of events that the feed would deliver
     * @param atLeast whether the count stopped at its limit
     * @param oldest the age of the oldest of them; null if there is none
     */
    public record FeedLag(
            long events, boolean atLeast, @Nullable Duration oldest) {}

    /**
     * A dead letter.
     *
     * @param type null if the event is no longer in the log
     */
    public record DeadLetterRow(
            long position,
            @Nullable String type,
            @Nullable String group,
            int attempts,
            String reason,
            Instant failedAt,
            boolean replayWanted) {}

    private interface RowsReader<T> {
        T read(ResultSet rows) throws SQLException;
    }

    PostgresLogAdmin(LogContext access) {
        this.access = access;
    }

    /** All feeds that ever existed, by topic and publisher. */
    public List<FeedStatus> statuses() throws SourceException {
        return ask(AdminStatement.STATUSES, Map.of("log", access.name()), rows -> {
            List<FeedStatus> statuses = new ArrayList<>();
            while (rows.next()) {
                statuses.add(status(rows));
            }
            return statuses;
        });
    }

    private static FeedStatus status(ResultSet row) throws SQLException {
        return new FeedStatus(
                new FeedKey(row.getString("topic"), row.getString("publisher")),
                String.valueOf(row.getString("status")),
                row.getLong("last_position"),
                row.getInt("error_count"),
                row.getString("last_error"),
                instant(row, "last_published_at"),
                row.getString("leader"),
                instant(row, "leader_since"),
                instant(row, "leader_heartbeat"),
                row.getLong("parked"),
                row.getLong("dead_letters"));
    }

    private static @Nullable Instant instant(ResultSet row, String column) throws SQLException {
        OffsetDateTime moment = row.getObject(column, OffsetDateTime.class);
        return moment == null ? null : moment.toInstant();
    }

    /** Counts the events of the feed's topic after its position, at most a hundred thousand events. */
    public FeedLag lag(FeedSettings pair) throws SourceException {
        Map<String, Object> values = new HashMap<>(OpenFeed.names(access, pair.key()));
        values.putAll(pair.topicValues());
        values.put("most", MOST_COUNTED);
        return ask(AdminStatement.LAG, values, rows -> {
            rows.next();
            return new FeedLag(rows.getLong("lag"), rows.getBoolean("capped"), age(rows));
        });
    }

    /** Not negative: an application's clock may be ahead of the database's. */
    private static @Nullable Duration age(ResultSet row) throws SQLException {
        Long millis = row.getObject("oldest_millis", Long.class);
        return millis == null ? null : Duration.ofMillis(Math.max(0, millis));
    }

    /** @return false if there is no such feed */
    public boolean pause(FeedKey pair) throws SourceException {
        return change(AdminStatement.STATUS, pair, Map.of("status", "PAUSED"));
    }

    /** @return false if there is no such feed */
    public boolean resume(FeedKey pair) throws SourceException {
        return change(AdminStatement.STATUS, pair, Map.of("status", "ACTIVE"));
    }

    /** Clears the feed's errors and resumes it. @return false if there is no such feed */
    public boolean reset(FeedKey pair) throws SourceException {
        return change(AdminStatement.RESET, pair, Map.of());
    }

    /** Moves the feed to another position. @return false if there is no such feed */
    public boolean move(FeedKey pair, LogStart start) throws SourceException {
        long position = switch (start) {
            case LogStart.Beginning() -> 0;
            case LogStart.AtPosition(long there) -> there;
            case LogStart.End() -> position(FeedStatement.LAST_POSITION, Map.of());
            case LogStart.AtTime(Instant time) -> position(FeedStatement.POSITION_AT, Map.of("time", time.toString()));
        };
        return change(AdminStatement.MOVE, pair, Map.of("position", position));
    }

    private long position(FeedStatement statement, Map<String, String> values) throws SourceException {
        return run(access.sql().feed(statement), values, rows -> {
            rows.next();
            return rows.getLong(1);
        });
    }

    /** Dead letters after the given position, in order. */
    public List<DeadLetterRow> deadLetters(FeedKey pair, long behind, int most) throws SourceException {
        Map<String, Object> values = new HashMap<>(OpenFeed.names(access, pair));
        values.put("behind", behind);
        values.put("most", most);
        return ask(AdminStatement.LETTERS, values, rows -> {
            List<DeadLetterRow> deadLetterRows = new ArrayList<>();
            while (rows.next()) {
                deadLetterRows.add(new DeadLetterRow(
                        rows.getLong("position"),
                        rows.getString("type"),
                        rows.getString("message_group"),
                        rows.getInt("attempts"),
                        rows.getString("reason"),
                        rows.getObject("failed_at", OffsetDateTime.class).toInstant(),
                        rows.getBoolean("replay")));
            }
            return deadLetterRows;
        });
    }

    /**
     * Requests another attempt for a dead letter, or for an event that blocks others.
     *
     * @return false if there is none at this position
     */
    public boolean replay(FeedKey pair, long position) throws SourceException {
        Map<String, Object> values = new HashMap<>(OpenFeed.names(access, pair));
        values.put("position", position);
        return ask(AdminStatement.REPLAY, values, rows -> rows.next() && rows.getBoolean("found"));
    }

    /** Reports that the leader of these feeds is alive, also while it has nothing to write. */
    public void heartbeat(String node) throws SourceException {
        if (access.shape().hasLeaderColumns()) {
            Sql sql = access.sql().admin(AdminStatement.HEARTBEAT);
            access.statements().read("give a sign of life", connection -> {
                try (PreparedStatement statement =
                        sql.prepare(connection, Map.of("log", access.name(), "node", node))) {
                    return statement.executeUpdate();
                }
            });
        }
    }

    /** The open transactions, oldest first. */
    public List<HorizonHolder> openTransactions() throws SourceException {
        return access.statements().read("see open transactions", HorizonWatch::ask);
    }

    private <T> T ask(AdminStatement statement, Map<String, ?> values, RowsReader<T> result) throws SourceException {
        return run(access.sql().admin(statement), values, result);
    }

    private <T> T run(Sql sql, Map<String, ?> values, RowsReader<T> result) throws SourceException {
        return access.statements().read("look after the pairs", connection -> {
            try (PreparedStatement statement = sql.prepare(connection, values);
                    ResultSet rows = statement.executeQuery()) {
                return result.read(rows);
            }
        });
    }

    private boolean change(AdminStatement name, FeedKey pair, Map<String, ?> more) throws SourceException {
        Map<String, Object> values = new HashMap<>(OpenFeed.names(access, pair));
        values.putAll(more);
        Sql sql = access.sql().admin(name);
        return access.statements().read("look after the pairs", connection -> {
            try (PreparedStatement statement = sql.prepare(connection, values)) {
                return statement.executeUpdate() > 0;
            }
        });
    }
}
