package dev.signalbox.jdbc;

import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Tells by the names of its columns whose table it is. */
public final class LayoutGuess {
    private static final Map<String, Set<String>> NEEDED = needed();

    private LayoutGuess() {}

    private static Map<String, Set<String>> needed() {
        Map<String, Set<String>> needed = new LinkedHashMap<>();
        needed.put("flowcatalyst", columns(OutboxLayout.flowcatalyst()));
        Set<String> catbox = columns(OutboxLayout.catbox());
        catbox.add("aggregate_type");
        needed.put("catbox", catbox);
        needed.put("debezium", Set.of("id", "aggregatetype", "aggregateid", "type", "payload"));
        needed.put(
                "event-outbox",
                Set.of(
                        "event_id",
                        "event_type",
                        "aggregate_type",
                        "aggregate_id",
                        "status",
                        "payload",
                        "published_at"));
        needed.put(
                "signalbox",
                Set.of("position", "id", "message_group", "type", "payload", "attempts", "last_error", "created_at"));
        needed.put(
                "signalbox-log",
                Set.of("position", "xid", "id", "message_group", "type", "payload", "tags", "created_at"));
        return needed;
    }

    private static Set<String> columns(OutboxLayout layout) {
        return new HashSet<>(layout.columns().byKey().values());
    }

    /** The layout all of whose columns a table has, with as many of them as possible; empty if there is none. */
    public static Optional<String> of(Collection<String> columns) {
        Set<String> names = new HashSet<>();
        columns.forEach(column -> names.add(column.toLowerCase(Locale.ROOT)));
        String best = null;
        int most = 0;
        for (Map.Entry<String, Set<String>> layout : NEEDED.entrySet()) {
            Set<String> needed = layout.getValue();
            if (needed.size() > most && names.containsAll(needed)) {
                best = layout.getKey();
                most = needed.size();
            }
        }
        return Optional.ofNullable(best);
    }

    /** What to say of a table that has other columns than were looked for. */
    public static Optional<String> hint(Collection<String> columns) {
        return of(columns).map(layout -> "its columns are those of the layout " + layout);
    }
}
