package dev.signalbox.jdbc;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The exact name of a table.
 *
 * @param schema null for the default: the session's database on MySQL, {@code public} on PostgreSQL
 */
public record TableName(@Nullable String schema, String table) {
    /**
     * Parses {@code table}, {@code schema.table}, or parts in double quotes if a part contains a dot or a quote.
     *
     * @throws IllegalArgumentException if the text is none of these
     */
    public static TableName parse(String key, String text) {
        List<String> parts = parts(text);
        if (parts.isEmpty() || parts.size() > 2 || parts.stream().anyMatch(String::isEmpty)) {
            throw new IllegalArgumentException(
                    "%s: '%s' is not a table's name; allowed are table, schema.table and \"quoted parts\""
                            .formatted(key, text));
        }
        return parts.size() == 1 ? new TableName(null, parts.getFirst()) : new TableName(parts.get(0), parts.get(1));
    }

    private static List<String> parts(String text) {
        List<String> parts = new ArrayList<>();
        StringBuilder part = new StringBuilder();
        boolean quoted = false;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' && quoted && i + 1 < text.length() && text.charAt(i + 1) == '"') {
                part.append(c);
                i++;
            } else if (c == '"') {
                quoted = !quoted;
            } else if (c == '.' && !quoted) {
                parts.add(part.toString());
                part.setLength(0);
            } else {
                part.append(c);
            }
        }
        parts.add(part.toString());
        return quoted ? List.of() : parts;
    }

    /** The same table in this schema, unless it already has one. */
    public TableName orIn(@Nullable String other) {
        return schema == null ? new TableName(other, table) : this;
    }

    public String quoted(Quoting quoting) {
        String quoted = quoting.quote(table);
        return Optional.ofNullable(schema)
                .or(quoting::defaultSchema)
                .map(known -> quoting.quote(known) + "." + quoted)
                .orElse(quoted);
    }

    @Override
    public String toString() {
        return schema == null ? table : schema + "." + table;
    }
}
