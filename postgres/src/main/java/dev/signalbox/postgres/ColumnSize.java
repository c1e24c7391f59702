package dev.signalbox.postgres;

import dev.signalbox.core.message.ColumnLimits;
import dev.signalbox.jdbc.LimitedColumn;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * SQL for the size of a value, by the type of its column. It is cheap for ordinary values, and never fails, whatever the
 * value is. The server knows the size of a text without reading it. The text of a jsonb value must not be made to
 * measure it: that fails above 1 GB, which a few kilobytes of numbers like 1e131071 exceed.
 */
public final class ColumnSize {
    /** Types whose values are always short. */
    private static final Set<String> SHORT = Set.of(
            "uuid",
            "boolean",
            "smallint",
            "integer",
            "bigint",
            "real",
            "double precision",
            "oid",
            "xid8",
            "date",
            "timestamp with time zone",
            "timestamp without time zone");

    private static final Pattern VARYING = Pattern.compile("character(?: varying)?\\((\\d+)\\)");
    private static final int MOST_BYTES_OF_A_CHARACTER = 4;

    /** The binary form of jsonb takes less than this many times the space of its text. */
    private static final int JSONB_PER_TEXT = 8;

    /** The text of jsonb of this size has at most 1 GB, if its numbers are in the range of a double. */
    private static final int MEASURABLE_JSONB = 32 << 20;

    /** The text of jsonb of this size has at most some hundred megabytes, whatever its numbers are. */
    private static final int HARMLESS_JSONB = 16 << 10;

    /** Numbers that a double cannot represent: their text may be much longer than their binary form. */
    private static final String LONG_NUMBERS =
            "'$.** ? (@.type() == \"number\" && (@ > 1e310 || @ < -1e310 || (@ < 1e-330"
                    + " && @ > -1e-330 && @ != 0)))'";

    /** The default limits as a condition for new rows of Signalbox's own tables. */
    public static final String WITHIN_LIMITS =
            "octet_length(id) <= %d AND octet_length(message_group) <= %d AND octet_length(type) <= %d AND octet_length(CAST(headers AS text)) <= %d"
                    .formatted(
                            ColumnLimits.DEFAULTS.id(),
                            ColumnLimits.DEFAULTS.group(),
                            ColumnLimits.DEFAULTS.type(),
                            ColumnLimits.DEFAULTS.headers());

    private ColumnSize() {}

    /**
     * @param column as an SQL expression
     * @param type the base type of a domain, without length
     * @param exactType with length
     */
    public static LimitedColumn limited(String name, String column, String type, String exactType, int limit) {
        if (isShort(type, exactType, limit)) {
            return new LimitedColumn(name, null, limit);
        }
        String size = of(column, type, limit);
        return new LimitedColumn(
                name, size, type.equals("jsonb") ? "pg_column_size(" + column + " #> '{}')" : size, limit);
    }

    private static boolean isShort(String type, String exactType, int limit) {
        Matcher varying = VARYING.matcher(exactType);
        return SHORT.contains(type)
                || (varying.matches() && Long.parseLong(varying.group(1)) * MOST_BYTES_OF_A_CHARACTER <= limit);
    }

    /**
     * SQL for the condition that a value is at most so large, as cheap as possible: false for some smaller values too. Needs
     * a server that can tell whether a value is compressed.
     *
     * @param most at most some kilobytes
     */
    public static String isAtMost(String column, String type, int most) {
        if (SHORT.contains(type)) {
            return "TRUE";
        }
        String stored = "pg_column_size(%1$s) <= %2$d AND pg_column_compression(%1$s) IS NULL".formatted(column, most);
        if (type.endsWith("[]")) {
            return "coalesce(" + stored + ", TRUE)";
        }
        // The text of few bytes may be long, but not too long to measure it
        return type.equals("jsonb")
                ? "coalesce(CASE WHEN %s THEN octet_length(CAST(%s AS text)) <= %d ELSE %2$s IS NULL END, TRUE)"
                        .formatted(stored, column, most)
                : "coalesce(" + of(column, type, most) + " <= " + most + ", TRUE)";
    }

    /** SQL for the size of a value; exact up to the limit. */
    public static String of(String column, String type, long limit) {
        if (type.endsWith("[]")) {
            return "CASE WHEN pg_column_size(%1$s) > %2$s THEN pg_column_size(%1$s) ELSE pg_column_size((%1$s)[:]) END"
                    .formatted(column, limit);
        }
        return switch (type) {
            case "bytea" -> "octet_length(" + column + ")";
            case "jsonb" -> ofJsonb(column, limit);
            default -> "octet_length(CAST(" + column + " AS text))";
        };
    }

    // The operator returns the value as it is, but uncompressed
    private static String ofJsonb(String column, long limit) {
        long most = Math.min(
                JSONB_PER_TEXT * limit, MEASURABLE_JSONB * (limit > MEASURABLE_JSONB / JSONB_PER_TEXT ? 5L : 1L));
        return "CASE WHEN pg_column_size(%1$s) > %2$s THEN pg_column_size(%1$s)".formatted(column, most)
                + " WHEN pg_column_size(%1$s #> '{}') > %2$s THEN pg_column_size(%1$s #> '{}')".formatted(column, most)
                + " WHEN pg_column_size(%1$s #> '{}') > %2$s AND jsonb_path_exists(%1$s, %3$s) THEN %4$s"
                        .formatted(column, HARMLESS_JSONB, LONG_NUMBERS, Integer.MAX_VALUE)
                + " ELSE octet_length(CAST(%s AS text)) END".formatted(column);
    }
}
