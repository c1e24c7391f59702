package dev.signalbox.jdbc;

import dev.signalbox.core.message.OversizedColumn;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A column whose value a statement returns only up to a size, so that no row can fill the memory of the relay.
 *
 * @param name as in the table
 * @param size SQL for the size of its value in bytes; null if its type allows no value above the limit
 * @param measure SQL for its approximate size, which is cheaper
 */
public record LimitedColumn(
        String name, @Nullable String size, @Nullable String measure, int limit) {
    /** Larger values may consist of many short texts, each of which is an object in memory. */
    private static final int SMALL = 4_096;

    /** Memory for each byte of such a value, at worst. */
    private static final int MEMORY_PER_BYTE = 16;

    /** A column whose exact size is cheap to know. */
    public LimitedColumn(String name, @Nullable String size, int limit) {
        this(name, size, size, limit);
    }

    /** SQL for the value, or NULL if it is oversized. */
    public String value(String read) {
        return size == null ? read : "CASE WHEN " + size + " <= " + limit + " THEN " + read + " END";
    }

    /** SQL for the value as text, or for a short form of an oversized one: its beginning and its digest. */
    public String shortened(String text, String digest) {
        return size == null
                ? text
                : "CASE WHEN %s <= %d THEN %s ELSE concat(left(%3$s, 200), '…', %s) END"
                        .formatted(size, limit, text, digest);
    }

    /** SQL for the condition that the value is oversized; never NULL. */
    public String isOversized() {
        return size == null ? "FALSE" : "coalesce(" + size + ", 0) > " + limit;
    }

    /** SQL for the memory that the value takes when it is read. */
    private String memory() {
        return "CASE WHEN " + measure + " > " + SMALL + " THEN " + MEMORY_PER_BYTE + " * least(" + measure + ", "
                + limit + ") ELSE " + measure + " END";
    }

    /** SQL for the first oversized one of these columns, as {@link #parse} reads it; NULL if there is none. */
    public static String oversized(List<LimitedColumn> columns, Quoting quoting) {
        String cases = columns.stream()
                .filter(column -> column.size != null)
                .map(column -> " WHEN " + column.size + " > " + column.limit + " THEN concat("
                        + quoting.literal(column.name + ":") + ", " + column.size + ", ':" + column.limit + "')")
                .collect(Collectors.joining());
        return cases.isEmpty() ? "NULL" : "CASE" + cases + " END";
    }

    /** SQL for the condition that any of these columns is oversized. */
    public static String anyOversized(List<LimitedColumn> columns) {
        String conditions = columns.stream()
                .filter(column -> column.size != null)
                .map(LimitedColumn::isOversized)
                .collect(Collectors.joining(" OR "));
        return conditions.isEmpty() ? "FALSE" : "(" + conditions + ")";
    }

    /** SQL that adds the memory for these columns to a number, or nothing if they have only short values. */
    public static String plusMemory(List<LimitedColumn> columns) {
        return columns.stream()
                .filter(column -> column.size != null)
                .map(column -> " + coalesce(" + column.memory() + ", 0)")
                .collect(Collectors.joining());
    }

    /** The oversized column that a row names. */
    public static @Nullable OversizedColumn parse(@Nullable String text) {
        if (text == null) {
            return null;
        }
        int limit = text.lastIndexOf(':');
        int size = text.lastIndexOf(':', limit - 1);
        return new OversizedColumn(
                text.substring(0, size),
                Long.parseLong(text.substring(size + 1, limit)),
                Long.parseLong(text.substring(limit + 1)));
    }
}
