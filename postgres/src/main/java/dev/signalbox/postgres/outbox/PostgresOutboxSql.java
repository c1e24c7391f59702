package dev.signalbox.postgres.outbox;

import dev.signalbox.core.message.ColumnLimits;
import dev.signalbox.core.outbox.OutboxSettings;
import dev.signalbox.jdbc.CreationPeriod;
import dev.signalbox.jdbc.HeaderColumns;
import dev.signalbox.jdbc.LimitedColumn;
import dev.signalbox.jdbc.OutboxLayout;
import dev.signalbox.jdbc.Quoting;
import dev.signalbox.jdbc.StateConditions;
import dev.signalbox.jdbc.outbox.OutboxSql;
import dev.signalbox.postgres.ColumnSize;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The statements of this package, filled in for one table. */
public final class PostgresOutboxSql extends OutboxSql {
    private final HeaderColumns headers;

    PostgresOutboxSql(PostgresOutboxTable table, OutboxSettings settings) {
        super(table.layout(), names(table, settings));
        this.headers = table.headers();
    }

    /** Reads the headers from a statement's row. */
    HeaderColumns headers() {
        return headers;
    }

    /** The names to fill into a statement on this table. */
    public static Map<String, String> names(PostgresOutboxTable table, OutboxSettings settings) {
        OutboxLayout layout = table.layout();
        Quoting quoting = Quoting.POSTGRESQL;
        Map<String, String> names = commonNames(layout, quoting);
        String parked = "SELECT 1 FROM signalbox.failures d WHERE d.relay = %1$s AND d.id = " + recordKey(table, "%2$s")
                + " AND d.parked";
        names.putAll(
                StateConditions.conditions(layout, quoting, "'infinity'", parked, times(table.column("created_at"))));
        names.put("id_type", table.column("id").type());
        names.put("group_type", table.column("message_group").type());
        if (layout.columns().status() != null) {
            names.put("status_type", table.column("status").type());
        }
        if (!layout.recordsFailuresAside()) {
            names.put("error_type", table.column("error_message").exactType());
        }
        names.put(
                "t_attempts_now",
                layout.recordsFailuresAside()
                        ? recordedAttempts(names.getOrDefault("id", ""))
                        : "t." + names.get("retry_count"));
        names.put("record_key", recordKey(table, "t." + names.get("id")));
        limited(table, settings.limits(), names);
        times(table, names);
        sent(layout, names);
        payload(table, "t." + quoting.quote(layout.columns().payload()), settings.maxPayloadBytes(), names);
        if (table.processedEvents() != null) {
            names.putAll(table.processedEvents().names());
        }
        return names;
    }

    /** A claim returns recorded failures itself, so reads ignore them; only a settlement looks them up. */
    private static String recordedAttempts(String id) {
        return """
                CASE WHEN EXISTS (SELECT 1 FROM signalbox.failures a WHERE a.relay = :relay)
                     THEN (SELECT CASE WHEN g.parked THEN 0 ELSE g.attempts END
                           FROM signalbox.failures g
                           WHERE g.relay = :relay AND g.id = CAST(t.%s AS text)) END""".formatted(id);
    }

    /** SQL for the key under which failures of a row are recorded: its id, or a short form of an id that no index holds. */
    public static String recordKey(PostgresOutboxTable table, String id) {
        String text = "CAST(" + id + " AS text)";
        return table.column("id").limited(id, ColumnLimits.LARGEST_KEY).shortened(text, "md5(" + text + ")");
    }

    /** The columns besides the payload, each up to its limit. */
    private static void limited(PostgresOutboxTable table, ColumnLimits limits, Map<String, String> names) {
        Quoting quoting = Quoting.POSTGRESQL;
        LimitedColumn id = table.column("id").limited("t." + names.get("id"), limits.id());
        LimitedColumn group = table.column("message_group").limited("t." + names.get("group"), limits.group());
        String type = String.valueOf(names.get("t_type"));
        LimitedColumn typed = table.layout().columns().type() == null
                ? new LimitedColumn("type", null, limits.type())
                : table.column("type").limited(type, limits.type());
        List<LimitedColumn> contents = new ArrayList<>(List.of(typed));
        HeaderColumns headers = table.headers();
        names.put("t_headers", headers.read(column -> {
            String name = "t." + quoting.quote(column);
            LimitedColumn header = table.columnNamed(column).limited(name, limits.headers());
            contents.add(header);
            return header.value("CAST(" + name + " AS text)");
        }));
        names.put("id_text", id.value("CAST(t." + names.get("id") + " AS text)"));
        names.put("group_text", group.value("CAST(t." + names.get("group") + " AS text)"));
        names.put("type_text", typed.value("CAST(" + type + " AS text)"));
        names.put("id_oversized", id.isOversized());
        names.put("group_oversized", group.isOversized());
        names.put("id_finding", "CAST(" + LimitedColumn.oversized(List.of(id), quoting) + " AS text)");
        names.put("group_finding", "CAST(" + LimitedColumn.oversized(List.of(group), quoting) + " AS text)");
        names.put("more_memory", LimitedColumn.plusMemory(contents));
        contents.add(group);
        names.put("finding", "CAST(" + LimitedColumn.oversized(contents, quoting) + " AS text)");
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

    private static void payload(PostgresOutboxTable table, String column, long most, Map<String, String> names) {
        PostgresColumn payload = table.column("payload");
        String text = payload.isText() || payload.isBytes() ? column : "CAST(" + column + " AS text)";
        // The server validates text from such a database, and refuses to send bytes that are not UTF-8
        boolean unchecked = table.asciiDatabase() && !payload.isBytes();
        payload(
                names,
                unchecked ? "convert_to(CAST(" + column + " AS text), 'SQL_ASCII')" : text,
                ColumnSize.of(column, payload.baseType(), most));
    }
}
