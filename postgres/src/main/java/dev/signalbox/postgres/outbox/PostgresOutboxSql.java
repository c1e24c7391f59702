package dev.signalbox.postgres.outbox;

import dev.signalbox.jdbc.CreationPeriod;
import dev.signalbox.jdbc.HeaderColumns;
import dev.signalbox.jdbc.OutboxLayout;
import dev.signalbox.jdbc.Quoting;
import dev.signalbox.jdbc.StateConditions;
import dev.signalbox.jdbc.outbox.OutboxSql;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;

/** The statements of this package, filled in for one table. */
public final class PostgresOutboxSql extends OutboxSql {
    private static final String PARKED =
            "SELECT 1 FROM signalbox.failures d WHERE d.relay = %s AND d.id = CAST(%s AS text) AND d.parked";

    private final HeaderColumns headers;

    PostgresOutboxSql(PostgresOutboxTable table) {
        super(table.layout(), names(table));
        this.headers = table.headers();
    }

    /** Reads the headers from a statement's row. */
    HeaderColumns headers() {
        return headers;
    }

    /** The names to fill into a statement on this table. */
    public static Map<String, String> names(PostgresOutboxTable table) {
        OutboxLayout layout = table.layout();
        Quoting quoting = Quoting.POSTGRESQL;
        Map<String, String> names = commonNames(layout, quoting);
        names.putAll(
                StateConditions.conditions(layout, quoting, "'infinity'", PARKED, times(table.column("created_at"))));
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
        headers(table.headers(), names);
        times(table, names);
        sent(layout, names);
        payload(table, "t." + quoting.quote(layout.columns().payload()), names);
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
        // The server validates text from such a database, and refuses to send bytes that are not UTF-8
        boolean unchecked = table.asciiDatabase() && !payload.isBytes();
        payload(names, unchecked ? "convert_to(CAST(" + column + " AS text), 'SQL_ASCII')" : text, text);
    }
}
