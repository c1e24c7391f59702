package dev.signalbox.client;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * A table's name, case-sensitive.
 *
 * @param schema null for the default schema of the session
 */
record TableName(@Nullable String schema, String table) {
    /** The limit of PostgreSQL; the others allow a little more. */
    private static final int MAX_BYTES = 63;

    TableName {
        if (schema != null) {
            checked("schema", schema);
        }
        checked("table", table);
    }

    /** Reads {@code table} or {@code schema.table}. */
    static TableName parse(String text) {
        int dot = text.indexOf('.');
        return dot < 0
                ? new TableName(null, text)
                : new TableName(text.substring(0, dot), checkedDots(text, text.substring(dot + 1)));
    }

    private static String checkedDots(String text, String table) {
        if (table.indexOf('.') >= 0) {
            throw new IllegalArgumentException(
                    "table: '" + text + "' has two dots; allowed are table and schema.table");
        }
        return table;
    }

    /** Names are always quoted, so only names that are invalid, or that drivers treat differently, are rejected. */
    static String checked(String what, String name) {
        boolean valid = !name.isBlank()
                && name.getBytes(StandardCharsets.UTF_8).length <= MAX_BYTES
                && StandardCharsets.UTF_8.newEncoder().canEncode(name)
                && name.chars().noneMatch(unit -> Character.isISOControl(unit) || unit == '\\' || unit == '?');
        if (!valid) {
            throw new IllegalArgumentException(
                    what + ": '" + name + "' cannot be a name in the database; allowed are 1 to " + MAX_BYTES
                            + " bytes without control characters, '\\' and '?'");
        }
        return name;
    }

    @Override
    public String toString() {
        return schema == null ? table : schema + "." + table;
    }
}
