package dev.signalbox.platform.postgres.delivery;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.jdbc.FencedStatements;
import dev.signalbox.jdbc.NamedStatements;
import dev.signalbox.jdbc.PartSelection;
import dev.signalbox.jdbc.Sql;
import dev.signalbox.jdbc.SqlFolder;
import dev.signalbox.jdbc.SqlTemplate;
import dev.signalbox.platform.postgres.database.StreamShards;
import dev.signalbox.platform.postgres.delivery.StreamRead.FoundRow;
import dev.signalbox.platform.postgres.delivery.StreamRead.NewsOfStream;
import dev.signalbox.platform.postgres.delivery.StreamRead.ReadPlan;
import dev.signalbox.platform.postgres.delivery.StreamRead.ReadResult;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Reads which streams have rows, their next rows, and what is to be known of streams. */
final class ReadStreams {
    /** With more transactions than this since the last read, restarting is cheaper than looking them up. */
    static final int MOST_TRANSACTIONS = 10_000;

    /** With more streams than this that got rows, restarting is cheaper, too. */
    static final int MOST_NEWS = 5_000;

    private static final int HEADER = 0;
    private static final int NEWS = 1;
    private static final int STREAM = 2;

    enum ReadPart {
        NEWS,
        SCAN
    }

    enum StreamStatement {
        SETTINGS_VERSION,
        SETTINGS,
        CHANGED_SETTINGS,
        DEFER,
        DEFERRED_GROUPS,
        RELEASE
    }

    private static final SqlTemplate<ReadPart> READ = SqlFolder.beside(
                    ReadStreams.class, "bottom most_news most_transactions top")
            .template("read.sql", ReadPart.class);

    private static final NamedStatements<StreamStatement> STREAMS = SqlFolder.beside(
                    ReadStreams.class, "shard_of_row shard_of_deferred")
            .statements("streams.sql", StreamStatement.class);

    private static final Map<String, String> SHARDS = Map.of(
            "shard_of_row", StreamShards.number("q.stream"),
            "shard_of_deferred", StreamShards.number("d.stream"));

    private static final Map<StreamStatement, Sql> STATEMENTS = new ConcurrentHashMap<>();

    private static final Map<String, String> NAMES = Map.of(
            "bottom",
            "CAST('" + Long.MIN_VALUE + "' AS bigint)",
            "top",
            "CAST('" + Long.MAX_VALUE + "' AS bigint)",
            "most_news",
            String.valueOf(MOST_NEWS),
            "most_transactions",
            String.valueOf(MOST_TRANSACTIONS));

    private final FencedStatements statements;
    private final Map<List<Boolean>, Sql> filled = new ConcurrentHashMap<>();

    ReadStreams(FencedStatements statements) {
        this.statements = statements;
    }

    static Sql sql(StreamStatement statement) {
        return STATEMENTS.computeIfAbsent(statement, it -> STREAMS.sql(it, SHARDS));
    }

    /** @throws SourceException also if another server answers than the one that the owner's lease belongs to */
    ReadResult read(Incarnation owner, ReadPlan plan) throws SourceException {
        Sql statement = statement(plan);
        Map<String, @Nullable Object> values = values(plan);
        return statements.read(
                "read on", connection -> statement.query(connection, values, rows -> read(rows, owner, plan)));
    }

    Sql statement(ReadPlan plan) {
        boolean news = plan.snapshot() != null;
        return filled.computeIfAbsent(
                List.of(news, plan.scan()),
                _ -> READ.fill(
                        NAMES,
                        PartSelection.of(ReadPart.class)
                                .with(ReadPart.NEWS, news)
                                .with(ReadPart.SCAN, plan.scan())
                                .parts()));
    }

    Map<String, @Nullable Object> values(ReadPlan plan) {
        String snapshot = plan.snapshot();
        Map<String, @Nullable Object> values = new HashMap<>();
        values.put("snapshot", snapshot);
        values.put("next_xid", snapshot == null ? 0 : nextXid(snapshot));
        values.put(
                "streams", plan.reads().stream().map(it -> it.stream().stream).toArray(Long[]::new));
        values.put("after", plan.reads().stream().map(StreamRead::after).toArray(Long[]::new));
        values.put("most", plan.reads().stream().map(StreamRead::most).toArray(Integer[]::new));
        values.put("holds", plan.reads().stream().map(it -> it.holds() ? 1 : 0).toArray(Integer[]::new));
        return values;
    }

    /** The first transaction that had not started in a snapshot {@code xmin:xmax:open,open}. */
    static long nextXid(String snapshot) {
        return Long.parseLong(snapshot.split(":", 3)[1]);
    }

    private static ReadResult read(ResultSet rows, Incarnation owner, ReadPlan plan) throws SQLException {
        String snapshot = "";
        long at = 0;
        List<NewsOfStream> news = new ArrayList<>();
        List<Long> streams = new ArrayList<>();
        List<List<FoundRow>> found = new ArrayList<>();
        plan.reads().forEach(_ -> found.add(new ArrayList<>()));
        while (rows.next()) {
            switch (rows.getInt("kind")) {
                case HEADER -> {
                    checkServer(owner, rows.getString("server"));
                    snapshot = rows.getString("message_group");
                    at = rows.getLong("accepted_at");
                }
                case NEWS ->
                    news.add(new NewsOfStream(
                            rows.getLong("stream"), rows.getLong("position"), rows.getLong("accepted_at")));
                case STREAM -> streams.add(rows.getLong("stream"));
                default -> found.get(Math.toIntExact(rows.getLong("n")) - 1).add(row(rows));
            }
        }
        return new ReadResult(snapshot, at, news, streams, found);
    }

    private static FoundRow row(ResultSet rows) throws SQLException {
        QueueKey key = new QueueKey(rows.getLong("stream"), rows.getLong("position"), rows.getLong("job"));
        return new FoundRow(
                new QueueRow(
                        key,
                        rows.getString("message_group"),
                        rows.getLong("accepted_at"),
                        rows.getLong("due_at"),
                        rows.getInt("attempts")),
                rows.getBoolean("held"));
    }

    static void checkServer(Incarnation owner, String server) throws SQLException {
        if (!owner.accepts(server)) {
            throw new SQLException("another server answers than the one that this node's lease belongs to");
        }
    }

    /** The settings of these streams; those without a subscription or a row have none. */
    Map<Long, StreamSettings> settings(Collection<Long> streams) throws SourceException {
        return settings(StreamStatement.SETTINGS, Map.of("streams", streams.toArray(Long[]::new)));
    }

    long settingsVersion() throws SourceException {
        return statements.read(
                "read the version of the settings",
                connection -> sql(StreamStatement.SETTINGS_VERSION)
                        .one(connection, Map.of(), row -> row.getLong("settings_version")));
    }

    /** The settings of all subscriptions that changed after this version. */
    Map<Long, StreamSettings> settingsAfter(long version) throws SourceException {
        return settings(StreamStatement.CHANGED_SETTINGS, Map.of("version", version));
    }

    private Map<Long, StreamSettings> settings(StreamStatement statement, Map<String, Object> values)
            throws SourceException {
        Map<Long, StreamSettings> settings = new HashMap<>();
        statements.read("read the settings of streams", connection -> {
            sql(statement)
                    .each(connection, values, row -> settings.put(row.getLong("stream"), StreamSettings.read(row)));
            return settings.size();
        });
        return settings;
    }
}
