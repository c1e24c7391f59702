package dev.signalbox.postgres.log;

import dev.signalbox.core.log.LogStart;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.core.time.BoundedTime;
import dev.signalbox.jdbc.Sql;
import dev.signalbox.postgres.log.LogSql.AdminStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Shows the feeds of a log to operators and changes them. It works on every node, whichever owns a feed. */
public final class PostgresLogAdmin {
    private static final int MOST_COUNTED = 100_000;

    private final LogContext log;

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

    PostgresLogAdmin(LogContext log) {
        this.log = log;
    }

    /** All feeds that ever existed, by topic and publisher. */
    public List<FeedStatus> statuses() throws SourceException {
        return list(AdminStatement.STATUSES, Map.of("log", log.name), PostgresLogAdmin::status);
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
        return moment == null ? null : BoundedTime.of(moment.toInstant());
    }

    /** Counts the events of the feed's topic after its position, at most a hundred thousand events. */
    public FeedLag lag(FeedSettings feed) throws SourceException {
        Map<String, @Nullable Object> values = log.values(feed.key());
        values.putAll(feed.topicValues());
        values.put("most", MOST_COUNTED);
        return list(
                        AdminStatement.LAG,
                        values,
                        row -> new FeedLag(row.getLong("lag"), row.getBoolean("capped"), age(row)))
                .getFirst();
    }

    /** Not negative: an application's clock may be ahead of the database's. */
    private static @Nullable Duration age(ResultSet row) throws SQLException {
        Long millis = row.getObject("oldest_millis", Long.class);
        return millis == null ? null : Duration.ofMillis(Math.max(0, millis));
    }

    /** @return false if there is no such feed */
    public boolean pause(FeedKey feed) throws SourceException {
        return change(AdminStatement.STATUS, feed, Map.of("status", "PAUSED"));
    }

    /** @return false if there is no such feed */
    public boolean resume(FeedKey feed) throws SourceException {
        return change(AdminStatement.STATUS, feed, Map.of("status", "ACTIVE"));
    }

    /** Clears the feed's errors and resumes it. Returns false if there is no such feed. */
    public boolean reset(FeedKey feed) throws SourceException {
        return change(AdminStatement.RESET, feed, Map.of());
    }

    public boolean move(FeedKey feed, LogStart start) throws SourceException {
        LogSql sql = log.sql();
        long position = log.statements.read("look up a position", connection -> sql.position(start, connection));
        return change(AdminStatement.MOVE, feed, Map.of("position", position));
    }

    /** Dead letters after the given position, in order. */
    public List<DeadLetterRow> deadLetters(FeedKey feed, long behind, int most) throws SourceException {
        Map<String, @Nullable Object> values = log.values(feed);
        values.put("behind", behind);
        values.put("most", most);
        return list(
                AdminStatement.LETTERS,
                values,
                row -> new DeadLetterRow(
                        row.getLong("position"),
                        row.getString("type"),
                        row.getString("message_group"),
                        row.getInt("attempts"),
                        row.getString("reason"),
                        row.getObject("failed_at", OffsetDateTime.class).toInstant(),
                        row.getBoolean("replay")));
    }

    /**
     * Requests another attempt for a dead letter, or for an event that blocks others.
     *
     * @return false if there is none at this position
     */
    public boolean replay(FeedKey feed, long position) throws SourceException {
        Map<String, @Nullable Object> values = log.values(feed);
        values.put("position", position);
        return list(AdminStatement.REPLAY, values, row -> row.getBoolean("found"))
                .getFirst();
    }

    /** Reports that the leader of these feeds is alive, also while it has nothing to write. */
    public void heartbeat(String node) throws SourceException {
        if (log.sql().inspection().leaderColumns()) {
            Sql sql = log.sql().admin(AdminStatement.HEARTBEAT);
            log.statements.read(
                    "give a sign of life", connection -> sql.update(connection, Map.of("log", log.name, "node", node)));
        }
    }

    private <T> List<T> list(
            AdminStatement statement, Map<String, ? extends @Nullable Object> values, Sql.RowReader<T> reader)
            throws SourceException {
        Sql sql = log.sql().admin(statement);
        return log.statements.read("look after the feeds", connection -> sql.list(connection, values, reader));
    }

    private boolean change(AdminStatement name, FeedKey feed, Map<String, ?> more) throws SourceException {
        Map<String, @Nullable Object> values = log.values(feed);
        values.putAll(more);
        Sql sql = log.sql().admin(name);
        return log.statements.read("look after the feeds", connection -> sql.update(connection, values) > 0);
    }
}
