package dev.signalbox.postgres.log;

import dev.signalbox.jdbc.HeaderColumns;
import dev.signalbox.jdbc.Quoting;
import dev.signalbox.jdbc.Sql;
import dev.signalbox.jdbc.SqlTemplate;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The statements of this package, filled in for one log. */
final class LogSql {
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

    private record Variant<P extends Enum<P>>(SqlTemplate<P> template, Set<P> parts) {}

    private final LogInspection inspection;
    private final Map<String, String> names = new HashMap<>();
    private final Map<Variant<?>, Sql> filled = new ConcurrentHashMap<>();

    LogSql(LogTable log, LogInspection inspection) {
        LogTable.Columns columns = log.columns();
        this.inspection = inspection;
        HeaderColumns headers = inspection.headers();
        DataColumn data = inspection.data();
        names.put("e_headers", headers.read(LogSql::text));
        names.put("l_headers", headers.from("l"));
        names.put("a_headers", headers.from("a"));
        names.put("no_headers", headers.nothing());
        names.put("table", log.table().quoted(QUOTING));
        names.put("progress", log.progress().quoted(QUOTING));
        names.put("position", QUOTING.quote(columns.position()));
        names.put("xid", QUOTING.quote(columns.transactionId()));
        names.put("xid_type", inspection.xidType());
        names.put("type", QUOTING.quote(columns.type()));
        names.put("tags", tags(columns));
        names.put("group", columns.group() == null ? "CAST(NULL AS text)" : text(columns.group()));
        names.put("content", data.content());
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

    private static String text(String column) {
        return "CAST(e." + QUOTING.quote(column) + " AS text)";
    }

    /** Adds the application's own key as a tag, because an event has no other field for it. */
    private static String tags(LogTable.Columns columns) {
        String tags = columns.tags() == null
                ? "CAST('{}' AS text[])"
                : "coalesce(CAST(e." + QUOTING.quote(columns.tags()) + " AS text[]), '{}')";
        return columns.id() == null ? tags : "array_append(" + tags + ", 'id=' || " + text(columns.id()) + ")";
    }

    Sql get(SqlTemplate<SqlTemplate.NoPart> template) {
        return get(template, Set.of());
    }

    <P extends Enum<P>> Sql get(SqlTemplate<P> template, Set<P> parts) {
        return filled.computeIfAbsent(new Variant<>(template, parts), this::fill);
    }

    private <P extends Enum<P>> Sql fill(Variant<P> variant) {
        return variant.template().fill(names, variant.parts());
    }

    Sql feed(LogTemplates.FeedStatement statement) {
        return get(LogTemplates.FEED.template(statement));
    }

    Sql admin(LogTemplates.AdminStatement statement) {
        return get(LogTemplates.ADMIN.template(statement));
    }
}
