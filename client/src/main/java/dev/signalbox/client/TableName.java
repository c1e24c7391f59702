package dev.signalbox.client;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * A table's name, exact to the letter.
 *
 * @param schema null if the session's search path or database decides
 */
record TableName(@Nullable String schema, String table) {
    /** What PostgreSQL takes; the others take a little more. */
    private static final int MOST_BYTES = 63;

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

    /** A name is quoted wherever it stands, so only what would be no name, or not the same to every driver, is refused. */
    static String checked(String what, String name) {
        boolean fine = !name.isBlank()
                && name.getBytes(StandardCharsets.UTF_8).length <= MOST_BYTES
                && StandardCharsets.UTF_8.newEncoder().canEncode(name)
                && name.chars().noneMatch(unit -> Character.isISOControl(unit) || unit == '\\' || unit == '?');
        if (!fine) {
            throw new IllegalArgumentException(
                    what + ": '" + name + "' cannot be a name in the database; allowed are 1 to " + MOST_BYTES
                            + " bytes without control characters, '\\' and '?'");
        }
        return name;
    }

    @Override
    public String toString() {
        return schema == null ? table : schema + "." + table;
    }
}
