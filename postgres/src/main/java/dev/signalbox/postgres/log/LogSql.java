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

    /** The feeds of the log with open replay requests. */
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

    private record Variant<P extends Enum<P>>(SqlTemplate<P> template, Set<P> parts) {}

    private final HeaderColumns headers;
    private final Map<String, String> names = new HashMap<>();
    private final Map<Variant<?>, Sql> filled = new ConcurrentHashMap<>();

    LogSql(LogTable log, LogShape shape) {
        Quoting quoting = Quoting.POSTGRESQL;
        LogTable.Columns columns = log.columns();
        this.headers = shape.headers();
        names.put("e_headers", headers.read(column -> "CAST(e." + quoting.quote(column) + " AS text)"));
        names.put("l_headers", headers.from("l"));
        names.put("a_headers", headers.from("a"));
        names.put("no_headers", headers.nothing());
        names.put("table", log.table().quoted(quoting));
        names.put("progress", log.progress().quoted(quoting));
        names.put("position", quoting.quote(columns.position()));
        names.put("xid", quoting.quote(columns.transactionId()));
        names.put("xid_type", shape.xidType());
        names.put("type", quoting.quote(columns.type()));
        names.put("tags", tags(columns));
        names.put(
                "group",
                columns.group() == null
                        ? "CAST(NULL AS text)"
                        : "CAST(e." + quoting.quote(columns.group()) + " AS text)");
        names.put("content", shape.data().content());
        names.put("data", shape.data().sent());
        names.put("data_type", shape.data().sentType());
        names.put("fits_inline", shape.data().fitsIn(":inline"));
        names.put("occurred_at", "e." + quoting.quote(columns.occurredAt()));
        names.put("in_topic", with(names, IN_TOPIC));
        names.put("replayed", REPLAYED.replace("{progress}", names.get("progress")));
        names.put("leader", shape.hasLeaderColumns() ? "d.leader_instance" : "CAST(NULL AS text)");
        for (String moment : new String[] {"leader_since", "leader_heartbeat"}) {
            names.put(moment, shape.hasLeaderColumns() ? "d." + moment : "CAST(NULL AS timestamptz)");
        }
    }

    /** Reads the headers of an event from a statement's row. */
    HeaderColumns headers() {
        return headers;
    }

    /** Adds the application's own key as a tag, because an event has no other field for it. */
    private static String tags(LogTable.Columns columns) {
        Quoting quoting = Quoting.POSTGRESQL;
        String tags = columns.tags() == null
                ? "CAST('{}' AS text[])"
                : "coalesce(CAST(e." + quoting.quote(columns.tags()) + " AS text[]), '{}')";
        return columns.id() == null
                ? tags
                : "array_append(" + tags + ", 'id=' || CAST(e." + quoting.quote(columns.id()) + " AS text))";
    }

    private static String with(Map<String, String> names, String text) {
        return text.replace("{type}", names.get("type")).replace("{tags}", names.get("tags"));
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

    /** A named statement for a feed's owner. */
    Sql feed(LogTemplates.FeedStatement statement) {
        return get(LogTemplates.PAIR.template(statement));
    }

    /** A named admin statement. */
    Sql admin(LogTemplates.AdminStatement statement) {
        return get(LogTemplates.DESK.template(statement));
    }
}
