package dev.signalbox.postgres.outbox;

import dev.signalbox.jdbc.CreationPeriod;
import dev.signalbox.jdbc.HeaderColumns;
import dev.signalbox.jdbc.LayoutPart;
import dev.signalbox.jdbc.OutboxLayout;
import dev.signalbox.jdbc.Quoting;
import dev.signalbox.jdbc.Sql;
import dev.signalbox.jdbc.SqlTemplate;
import dev.signalbox.jdbc.StateConditions;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The statements of this package, filled in for one table. */
public final class PostgresOutboxSql {
    private static final String PARKED =
            "SELECT 1 FROM signalbox.failures d WHERE d.relay = %s AND d.id = CAST(%s AS text) AND d.parked";

    private record StatementVariant<P extends Enum<P>>(
            SqlTemplate<P> template, Map<String, Integer> limits, Set<P> parts) {}

    private final Map<String, String> names;
    private final OutboxLayout layout;
    private final Set<LayoutPart> layoutParts;
    private final HeaderColumns headers;
    private final Map<StatementVariant<?>, Sql> filled = new ConcurrentHashMap<>();

    PostgresOutboxSql(PostgresOutboxTable table) {
        this.names = names(table);
        this.layout = table.layout();
        this.layoutParts = LayoutPart.of(layout);
        this.headers = table.headers();
    }

    OutboxLayout layout() {
        return layout;
    }

    /** Reads the headers from a statement's row. */
    HeaderColumns headers() {
        return headers;
    }

    Sql get(SqlTemplate<SqlTemplate.NoPart> template) {
        return get(template, Set.of());
    }

    <P extends Enum<P>> Sql get(SqlTemplate<P> template, Set<P> parts) {
        return get(template, Map.of(), parts);
    }

    /** Limits are literals in the statement, because a generic plan does not know parameter values. */
    <P extends Enum<P>> Sql get(SqlTemplate<P> template, Map<String, Integer> limits, Set<P> parts) {
        return filled.computeIfAbsent(new StatementVariant<>(template, limits, parts), this::fill);
    }

    private <P extends Enum<P>> Sql fill(StatementVariant<P> variant) {
        Map<String, String> limits = new HashMap<>();
        variant.limits().forEach((name, limit) -> limits.put(name, limit.toString()));
        return fill(variant.template(), limits, variant.parts());
    }

    /** A statement with additional names, which may change from call to call. */
    <P extends Enum<P>> Sql fill(SqlTemplate<P> template, Map<String, String> more, Set<P> parts) {
        Map<String, String> all = new HashMap<>(names);
        all.putAll(more);
        return template.fill(all, parts, layoutParts);
    }

    /** The names to fill into a statement on this table. */
    public static Map<String, String> names(PostgresOutboxTable table) {
        OutboxLayout layout = table.layout();
        Quoting quoting = Quoting.POSTGRESQL;
        Map<String, String> names = new HashMap<>();
        layout.columns().byKey().forEach((key, name) -> names.put(key, quoting.quote(name)));
        names.put("group", quoting.quote(layout.columns().group()));
        names.put("table", layout.table().quoted(quoting));
        names.putAll(
                StateConditions.conditions(layout, quoting, "'infinity'", PARKED, times(table.column("created_at"))));
        names.put("PENDING", quoting.literal(layout.statusWords().pending()));
        if (layout.statusWords().processing() != null) {
            names.put("PROCESSING", quoting.literal(layout.statusWords().processing()));
        }
        names.put("COMPLETED", quoting.literal(layout.statusWords().completed()));
        names.put("FAILED", quoting.literal(layout.statusWords().failed()));
        names.put("t_type", StateConditions.type(layout, quoting, "t"));
        names.put("id_type", table.column("id").type());
        names.put("group_type", table.column("message_group").type());
        if (layout.columns().status() != null) {
            names.put("status_type", table.column("status").type());
        }
        if (!layout.recordsFailuresAside()) {
            names.put("error_type", table.column("error_message").exactType());
        }
        attempts(layout, names);
        headers(table.headers(), names);
        times(table, names);
        sent(layout, names);
        payload(table, "t." + quoting.quote(layout.columns().payload()), names);
        if (table.processedEvents() != null) {
            names.putAll(table.processedEvents().names());
        }
        return names;
    }

    /** A claim returns failures recorded in the side schema itself, so reads ignore them; only a settlement looks them up. */
    private static void attempts(OutboxLayout layout, Map<String, String> names) {
        String column = "t." + names.get("retry_count");
        names.put("t_attempts", layout.recordsFailuresAside() ? "0" : column);
        names.put("t_attempts_now", layout.recordsFailuresAside() ? """
                CASE WHEN EXISTS (SELECT 1 FROM signalbox.failures a WHERE a.relay = :relay)
                     THEN (SELECT CASE WHEN g.parked THEN 0 ELSE g.attempts END
                           FROM signalbox.failures g
                           WHERE g.relay = :relay AND g.id = CAST(t.%s AS text)) END""".formatted(names.get("id")) : column);
    }

    private static void headers(HeaderColumns headers, Map<String, String> names) {
        names.put("t_headers", headers.read(column -> "CAST(t." + Quoting.POSTGRESQL.quote(column) + " AS text)"));
        names.put("x_headers", headers.from("x"));
        names.put("m_headers", headers.from("m"));
        names.put("no_headers", headers.nothing());
    }

    // A timestamp without time zone is UTC by contract: the suffix converts it to an instant, and an instant to it
    private static void times(PostgresOutboxTable table, Map<String, String> names) {
        PostgresColumn processed = table.processedAt();
        names.put("processed_utc", processed == null ? "" : suffix(processed));
        names.put("created_utc", suffix(table.column("created_at")));
        names.put("created_type", table.column("created_at").exactType());
        names.put("now", processed == null ? "now()" : now(processed));
        String key = table.layout().markKey();
        PostgresColumn mark = table.column(key);
        names.put("mark_column", names.getOrDefault(key, ""));
        names.put("mark_utc", suffix(mark));
        names.put("mark_type", mark.exactType());
        // The mark is either the time of the claim, or the time at which it expires
        String moment = !key.equals("held_until") ? "now()" : "(now() + CAST(:timeout AS interval))";
        names.put("mark", "CAST(" + moment + suffix(mark) + " AS " + mark.exactType() + ")");
    }

    /** The expressions that say that a row was sent, for layouts without other states. */
    private static void sent(OutboxLayout layout, Map<String, String> names) {
        Quoting quoting = Quoting.POSTGRESQL;
        String now = names.getOrDefault("now", "");
        String whenComplete = "CASE v.word WHEN 'complete' THEN " + now + " END";
        names.put("set_sent", StateConditions.sentAs(layout, quoting, "", "TRUE", now));
        names.put(
                "set_sent_if_complete",
                StateConditions.sentAs(layout, quoting, "", "v.word = 'complete'", whenComplete));
        names.put("set_unsent", StateConditions.sentAs(layout, quoting, "", "FALSE", "NULL"));
    }

    /** The statement's time in this column's type. */
    static String now(PostgresColumn moment) {
        return "CAST(now()" + suffix(moment) + " AS " + moment.exactType() + ")";
    }

    private static CreationPeriod.TimestampSql times(PostgresColumn created) {
        return new CreationPeriod.TimestampSql() {
            @Override
            public String at(Instant moment) {
                return "CAST('" + moment + "' AS timestamptz)" + suffix(created);
            }

            @Override
            public String ago(Duration age) {
                return "(now() - CAST('" + age + "' AS interval))" + suffix(created);
            }
        };
    }

    private static String suffix(PostgresColumn moment) {
        return moment.isZoned() ? "" : " AT TIME ZONE 'UTC'";
    }

    private static void payload(PostgresOutboxTable table, String column, Map<String, String> names) {
        PostgresColumn payload = table.column("payload");
        String text = payload.isText() || payload.isBytes() ? column : "CAST(" + column + " AS text)";
        String size = "coalesce(octet_length(" + text + "), 0)";
        // The server validates text from such a database, and refuses to send bytes that are not UTF-8
        boolean unchecked = table.asciiDatabase() && !payload.isBytes();
        names.put("payload_bytes", unchecked ? "convert_to(CAST(" + column + " AS text), 'SQL_ASCII')" : text);
        names.put("payload_size", size);
        names.put("payload_held", "CASE WHEN " + size + " <= :max_payload THEN " + size + " ELSE 0 END");
    }
}
