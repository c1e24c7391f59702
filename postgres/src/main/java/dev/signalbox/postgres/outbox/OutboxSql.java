package dev.signalbox.postgres.outbox;

import dev.signalbox.jdbc.OutboxLayout;
import dev.signalbox.jdbc.Quoting;
import dev.signalbox.jdbc.Sql;
import dev.signalbox.jdbc.SqlTemplate;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The statements of this package, filled in for one table. */
public final class OutboxSql {
    private static final Map<String, SqlTemplate> TEMPLATES = new ConcurrentHashMap<>();

    private record Variant(String template, Map<String, Integer> limits, Set<String> flags) {}

    private final Map<String, String> names;
    private final Map<Variant, Sql> filled = new ConcurrentHashMap<>();

    OutboxSql(OutboxTable table) {
        this.names = names(table);
    }

    Sql get(String template, Set<String> flags) {
        return get(template, Map.of(), flags);
    }

    /** Limits stand in the statement as literals, for a plan is made before a parameter's value is known. */
    Sql get(String template, Map<String, Integer> limits, Set<String> flags) {
        return filled.computeIfAbsent(new Variant(template, limits, flags), this::fill);
    }

    private Sql fill(Variant variant) {
        Map<String, String> all = new HashMap<>(names);
        variant.limits().forEach((name, limit) -> all.put(name, limit.toString()));
        return TEMPLATES
                .computeIfAbsent(variant.template(), name -> SqlTemplate.load(OutboxSql.class, name + ".sql"))
                .fill(all, variant.flags());
    }

    /** What to fill in for the names in a statement about this table. */
    public static Map<String, String> names(OutboxTable table) {
        OutboxLayout layout = table.layout();
        Quoting quoting = Quoting.POSTGRESQL;
        Map<String, String> names = new HashMap<>();
        layout.columns().byKey().forEach((key, name) -> names.put(key, quoting.quote(name)));
        names.put("group", quoting.quote(layout.columns().group()));
        names.put("table", layout.table().quoted(quoting));
        names.put("PENDING", quoting.literal(layout.words().pending()));
        names.put("PROCESSING", quoting.literal(layout.words().processing()));
        names.put("COMPLETED", quoting.literal(layout.words().completed()));
        names.put("FAILED", quoting.literal(layout.words().failed()));
        names.put("id_type", table.column("id").type());
        names.put("group_type", table.column("message_group").type());
        names.put("status_type", table.column("status").type());
        names.put("error_type", table.column("error_message").exactType());
        times(table, names);
        payload(table, "t." + quoting.quote(layout.columns().payload()), names);
        return names;
    }

    // A timestamp without time zone is UTC by contract: the suffix turns it into an instant, and an instant into it
    private static void times(OutboxTable table, Map<String, String> names) {
        String processed = suffix(table.column("processed_at"));
        names.put("processed_utc", processed);
        names.put("created_utc", suffix(table.column("created_at")));
        names.put("created_type", table.column("created_at").exactType());
        names.put(
                "now",
                "CAST(now()" + processed + " AS " + table.column("processed_at").exactType() + ")");
    }

    private static String suffix(OutboxColumn moment) {
        return moment.isZoned() ? "" : " AT TIME ZONE 'UTC'";
    }

    private static void payload(OutboxTable table, String column, Map<String, String> names) {
        OutboxColumn payload = table.column("payload");
        String text = payload.isText() || payload.isBytes() ? column : "CAST(" + column + " AS text)";
        String size = "coalesce(octet_length(" + text + "), 0)";
        // The server checks what it sends as text from such a database, and would refuse other bytes than UTF-8
        boolean unchecked = table.asciiDatabase() && !payload.isBytes();
        names.put("payload_bytes", unchecked ? "convert_to(CAST(" + column + " AS text), 'SQL_ASCII')" : text);
        names.put("payload_size", size);
        names.put("payload_held", "CASE WHEN " + size + " <= :max_payload THEN " + size + " ELSE 0 END");
    }
}
