package dev.signalbox.postgres.log;

import dev.signalbox.core.log.LogStart;
import dev.signalbox.jdbc.HeaderColumns;
import dev.signalbox.jdbc.NamedStatements;
import dev.signalbox.jdbc.Quoting;
import dev.signalbox.jdbc.Sql;
import dev.signalbox.jdbc.SqlFolder;
import dev.signalbox.jdbc.SqlTemplate;
import dev.signalbox.jdbc.SqlTemplate.NoPart;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The statements of this package, filled in for one log. */
final class LogSql {
    enum ReadPart {
        MEASURED
    }

    enum FetchPart {
        BY_TAG
    }

    enum RecordPart {
        LEADER_COLUMNS,
        DEFERS,
        RESUMES,
        REPLAYS,
        DEAD_LETTERS,
        SUSPECTS
    }

    enum FeedStatement {
        LEASE,
        SEEN,
        BEGIN,
        BEGIN_OURS,
        OURS,
        HORIZON,
        SEEK,
        NEW_HORIZON,
        TRIM_PARKED,
        DROP_PARKED,
        DROP_LETTERS,
        PARKED,
        LEAD,
        LAST_POSITION,
        POSITION_AT,
        REPLAYS,
        CONVICT,
        OWN,
        LEAVE,
        OWNS,
        SUSPECTS,
        MARK,
        END_ALONE,
        BEGIN_FETCH,
        CONTENTS,
        STATES
    }

    enum AdminStatement {
        STATUSES,
        LAG,
        STATUS,
        RESET,
        MOVE,
        LETTERS,
        REPLAY,
        HEARTBEAT
    }

    private static final SqlFolder FOLDER = SqlFolder.beside(LogSql.class, """
            a_headers content_size data data_type e_headers e_raw_headers finding fits_inline group group_read in_topic
            l_headers leader leader_heartbeat leader_since memory most_memory no_headers occurred_at position progress
            replayed small small_tags table tags tags_read type type_read x_headers xid xid_type""");
    static final SqlTemplate<ReadPart> READ = FOLDER.template("read.sql", ReadPart.class);
    static final SqlTemplate<FetchPart> FETCH = FOLDER.template("fetch.sql", FetchPart.class);
    static final SqlTemplate<RecordPart> RECORD = FOLDER.template("record.sql", RecordPart.class);
    static final NamedStatements<FeedStatement> FEED = FOLDER.statements("feed.sql", FeedStatement.class);
    static final NamedStatements<AdminStatement> ADMIN = FOLDER.statements("admin.sql", AdminStatement.class);

    static {
        FOLDER.checkAllNamesUsed();
    }

    /** On one line, because it is inserted into a line of the statement. */
    private static final String IN_TOPIC = """
            (cardinality(CAST(:types AS text[])) = 0 OR CAST(e.{type} AS text) = ANY (CAST(:types AS text[])))
             AND {tags} @> CAST(:exact AS text[])
             AND NOT EXISTS (SELECT 1 FROM unnest(CAST(:required AS text[])) AS k (key)
                             WHERE NOT EXISTS (SELECT 1 FROM unnest({tags}) AS t (tag) WHERE split_part(t.tag, '=', 1) = k.key))
             AND (cardinality(CAST(:any_of AS text[])) = 0
                  OR EXISTS (SELECT 1 FROM unnest({tags}) AS t (tag) WHERE split_part(t.tag, '=', 1) = ANY (CAST(:any_of AS text[]))))
            """.replace('\n', ' ');

    private static final String REPLAYED = """
            SELECT l.topic, l.publisher FROM signalbox.dead_letters l WHERE l.log = :log AND l.replay
            UNION
            SELECT k.topic, k.publisher FROM signalbox.parked k WHERE k.log = :log AND k.stopped AND k.replay
            UNION
            SELECT s.topic, s.publisher
            FROM signalbox.pairs s
            JOIN {progress} o ON o.topic = s.topic AND o.publisher = s.publisher
            WHERE s.log = :log AND s.stopped AND (s.replay OR o.status = 'ACTIVE')
            """.replace('\n', ' ');

    private static final Quoting QUOTING = Quoting.POSTGRESQL;

    /** The memory for tags and headers of one read; the events behind are read next. */
    private static final long MOST_MEMORY = 32L << 20;

    private record Variant(SqlTemplate<?> template, Set<?> parts) {}

    private final LogInspection inspection;
    private final Map<String, String> names = new HashMap<>();
    private final Map<Variant, Sql> filled = new ConcurrentHashMap<>();

    LogSql(LogTable log, LogInspection inspection) {
        LogTable.Columns columns = log.columns();
        this.inspection = inspection;
        HeaderColumns headers = inspection.headers();
        LogInspection.DataColumn data = inspection.data();
        LogColumns limited = new LogColumns(log, inspection);
        names.put("e_headers", limited.headers());
        names.put("e_raw_headers", headers.read(name -> "e." + QUOTING.quote(name)));
        names.put("l_headers", headers.from("l", LogSql::ifTaken));
        names.put("a_headers", headers.from("a", LogSql::ifTaken));
        names.put("x_headers", headers.from("x", LogSql::ifInMemory));
        names.put("no_headers", headers.nothing());
        names.put("table", log.table().quoted(QUOTING));
        names.put("progress", log.progress().quoted(QUOTING));
        names.put("position", QUOTING.quote(columns.position()));
        names.put("xid", QUOTING.quote(columns.transactionId()));
        names.put("xid_type", inspection.xidType());
        names.put("type", QUOTING.quote(columns.type()));
        names.put("tags", tags(columns));
        names.put("group", columns.group() == null ? "CAST(NULL AS text)" : text(columns.group()));
        names.put("type_read", limited.type());
        names.put("group_read", limited.group());
        names.put("tags_read", limited.tags(names.getOrDefault("tags", "")));
        names.put("finding", limited.finding());
        names.put("memory", limited.memory());
        names.put("small", limited.small());
        names.put("small_tags", limited.smallTags(names.getOrDefault("tags", "")));
        names.put("most_memory", String.valueOf(MOST_MEMORY));
        names.put("content_size", data.size());
        names.put("data", data.sent());
        names.put("data_type", data.sentType());
        names.put("fits_inline", data.fitsIn(":inline"));
        names.put("occurred_at", "e." + QUOTING.quote(columns.occurredAt()));
        names.put("in_topic", IN_TOPIC.replace("{type}", names.get("type")).replace("{tags}", names.get("tags")));
        names.put("replayed", REPLAYED.replace("{progress}", names.get("progress")));
        names.put("leader", inspection.leaderColumns() ? "d.leader_instance" : "CAST(NULL AS text)");
        for (String moment : new String[] {"leader_since", "leader_heartbeat"}) {
            names.put(moment, inspection.leaderColumns() ? "d." + moment : "CAST(NULL AS timestamptz)");
        }
    }

    LogInspection inspection() {
        return inspection;
    }

    private static String ifTaken(String alias, String column) {
        return "CASE WHEN " + alias + ".taken THEN CAST(" + column + " AS text) END";
    }

    private static String ifInMemory(String alias, String column) {
        return "CASE WHEN " + alias + ".before < " + MOST_MEMORY + " THEN " + column + " END";
    }

    static String text(String column) {
        return "CAST(e." + QUOTING.quote(column) + " AS text)";
    }

    long position(LogStart start, Connection connection) throws SQLException {
        return switch (start) {
            case LogStart.Beginning() -> 0;
            case LogStart.AtPosition(long position) -> position;
            case LogStart.End() -> feed(FeedStatement.LAST_POSITION).one(connection, Map.of(), row -> row.getLong(1));
            case LogStart.AtTime(Instant time) ->
                feed(FeedStatement.POSITION_AT).one(connection, Map.of("time", time.toString()), row -> row.getLong(1));
        };
    }

    /** Adds the application's own key as a tag, because an event has no other field for it. */
    private static String tags(LogTable.Columns columns) {
        String tags = columns.tags() == null
                ? "CAST('{}' AS text[])"
                : "coalesce(CAST(e." + QUOTING.quote(columns.tags()) + " AS text[]), '{}')";
        return columns.id() == null ? tags : "array_append(" + tags + ", 'id=' || " + text(columns.id()) + ")";
    }

    Sql get(SqlTemplate<NoPart> template) {
        return get(template, Set.of());
    }

    <P extends Enum<P>> Sql get(SqlTemplate<P> template, Set<P> parts) {
        return filled.computeIfAbsent(new Variant(template, parts), _ -> template.fill(names, parts));
    }

    Sql feed(FeedStatement statement) {
        return get(FEED.template(statement));
    }

    Sql admin(AdminStatement statement) {
        return get(ADMIN.template(statement));
    }
}
