package dev.signalbox.jdbc.layout;

import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Guesses the layout of a table from the names of its columns. */
public final class LayoutGuess {
    private static final Map<String, Set<String>> NEEDED = needed();

    private LayoutGuess() {}

    private static Map<String, Set<String>> needed() {
        Map<String, Set<String>> needed = new LinkedHashMap<>();
        OutboxLayouts.ALL.forEach(preset -> needed.put(preset.name(), preset.recognizedBy()));
        // The layouts of logs
        needed.put("debezium", Set.of("id", "aggregatetype", "aggregateid", "type", "payload"));
        needed.put(
                "signalbox-log",
                Set.of("position", "xid", "id", "message_group", "type", "payload", "tags", "created_at"));
        return needed;
    }

    /** The largest layout whose columns the table has completely; empty if there is none. */
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

    /** A hint for a table that lacks the expected columns. */
    public static Optional<String> hint(Collection<String> columns) {
        return of(columns).map(layout -> "its columns are those of the layout " + layout);
    }
}
