package dev.signalbox.jdbc.outbox;

import dev.signalbox.jdbc.LayoutPart;
import dev.signalbox.jdbc.OutboxLayout;
import dev.signalbox.jdbc.Quoting;
import dev.signalbox.jdbc.Sql;
import dev.signalbox.jdbc.SqlTemplate;
import dev.signalbox.jdbc.StateConditions;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The statements about one outbox table: templates filled with its names and the parts of its layout. */
public abstract class OutboxSql {
    private record Variant<P extends Enum<P>>(SqlTemplate<P> template, Map<String, Integer> limits, Set<P> parts) {}

    private final OutboxLayout layout;
    private final Map<String, String> names;
    private final Set<LayoutPart> layoutParts;
    private final Map<Variant<?>, Sql> filled = new ConcurrentHashMap<>();

    protected OutboxSql(OutboxLayout layout, Map<String, String> names) {
        this.layout = layout;
        this.names = names;
        this.layoutParts = LayoutPart.of(layout);
    }

    public final OutboxLayout layout() {
        return layout;
    }

    /** @param limits numbers that the statement contains as literals, because a generic plan knows no parameter values */
    public final <P extends Enum<P>> Sql get(SqlTemplate<P> template, Map<String, Integer> limits, Set<P> parts) {
        return filled.computeIfAbsent(new Variant<>(template, limits, parts), this::fill);
    }

    public final <P extends Enum<P>> Sql get(SqlTemplate<P> template, Set<P> parts) {
        return get(template, Map.of(), parts);
    }

    public final Sql get(SqlTemplate<SqlTemplate.NoPart> template) {
        return get(template, Set.of());
    }

    private <P extends Enum<P>> Sql fill(Variant<P> variant) {
        Map<String, String> limits = new HashMap<>();
        variant.limits().forEach((name, limit) -> limits.put(name, limit.toString()));
        return fill(variant.template(), limits, variant.parts());
    }

    /** A statement with additional names, which may change from call to call. */
    public final <P extends Enum<P>> Sql fill(SqlTemplate<P> template, Map<String, String> more, Set<P> parts) {
        Map<String, String> all = new HashMap<>(names);
        all.putAll(more);
        return template.fill(all, parts, layoutParts);
    }

    /** The names that are the same on every database: the table, its columns, its words, and the type of a message. */
    protected static Map<String, String> commonNames(OutboxLayout layout, Quoting quoting) {
        Map<String, String> names = new HashMap<>();
        layout.columns().byKey().forEach((key, name) -> names.put(key, quoting.quote(name)));
        names.put("group", quoting.quote(layout.columns().group()));
        names.put("table", layout.table().quoted(quoting));
        OutboxLayout.StatusWords words = layout.statusWords();
        names.put("PENDING", quoting.literal(words.pending()));
        if (words.processing() != null) {
            names.put("PROCESSING", quoting.literal(words.processing()));
        }
        names.put("COMPLETED", quoting.literal(words.completed()));
        names.put("FAILED", quoting.literal(words.failed()));
        names.put("t_type", StateConditions.type(layout, quoting, "t"));
        // The claim reads the failure records beside the table
        names.put("t_attempts", layout.recordsFailuresAside() ? "0" : "t." + names.get("retry_count"));
        return names;
    }

    /**
     * @param bytes the payload as bytes, which no driver converts
     * @param measured the size of the payload
     */
    protected static void payload(Map<String, String> names, String bytes, String measured) {
        String size = "coalesce(" + measured + ", 0)";
        names.put("payload_bytes", bytes);
        names.put("payload_size", size);
        names.put(
                "payload_fetched",
                "CASE WHEN " + size + " <= :max_payload THEN " + size + " ELSE 0 END"
                        + names.getOrDefault("more_memory", ""));
    }
}
