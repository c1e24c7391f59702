package dev.signalbox.postgres.owntable;

import dev.signalbox.core.message.ColumnLimits;
import dev.signalbox.jdbc.LimitedColumn;
import dev.signalbox.jdbc.Quoting;
import dev.signalbox.postgres.ColumnSize;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * SQL for the columns of the table, each up to its limit. The key of a row does not contain its id, so a row with an
 * oversized id is claimed and settled like others, under a short form of the id that contains its digest.
 */
final class OwnTableColumns {
    private static final int SMALL_HEADERS = 2_000;

    private OwnTableColumns() {}

    static Map<String, String> names(ColumnLimits limits) {
        Map<String, String> names = new HashMap<>();
        names.put("small", small("r", limits));
        read("l", "late", limits, names);
        read("a", "ahead", limits, names);
        read("t", "row", limits, names);
        List.of("late", "ahead").forEach(prefix -> preferSmall(prefix, names));
        names.put("failed_row_id", id("f.id", limits.id()));
        names.put("failed_id", stored("t.id"));
        names.put("failed_group", stored("t.message_group"));
        names.put("largest_key", String.valueOf(ColumnLimits.LARGEST_KEY));
        return names;
    }

    private static void read(String alias, String prefix, ColumnLimits limits, Map<String, String> names) {
        LimitedColumn id = column(alias, "id", "text", limits.id());
        LimitedColumn group = column(alias, "message_group", "text", limits.group());
        LimitedColumn type = column(alias, "type", "text", limits.type());
        LimitedColumn headers = column(alias, "headers", "jsonb", limits.headers());
        List<LimitedColumn> all = List.of(id, group, type, headers);
        names.put(prefix + "_id", id(alias + ".id", limits.id()));
        names.put(prefix + "_group", group.value(alias + ".message_group"));
        names.put(prefix + "_type", type.value(alias + ".type"));
        names.put(prefix + "_headers", headers.value("CAST(" + alias + ".headers AS text)"));
        names.put(prefix + "_memory", LimitedColumn.plusMemory(List.of(headers)));
        names.put(prefix + "_finding", LimitedColumn.oversized(all, Quoting.POSTGRESQL));
    }

    /** Whether all columns are small, which nearly all rows are: to know that once is cheaper than to measure each column. */
    private static String small(String alias, ColumnLimits limits) {
        return ("octet_length(%1$s.id) <= %2$d AND coalesce(octet_length(%1$s.message_group), 0) <= %3$d AND octet_length(%1$s.type) <= %4$d"
                        + " AND CASE WHEN %1$s.headers IS NULL THEN TRUE WHEN pg_column_size(%1$s.headers #> '{}') > %5$d THEN FALSE"
                        + " ELSE octet_length(CAST(%1$s.headers AS text)) <= least(%5$d, %6$d) END")
                .formatted(alias, limits.id(), limits.group(), limits.type(), SMALL_HEADERS, limits.headers());
    }

    /** Measures the columns of a row that is read ahead only if it is not small. */
    private static void preferSmall(String prefix, Map<String, String> names) {
        String alias = prefix.substring(0, 1);
        Map<String, String> plain = Map.of(
                "id", alias + ".id",
                "group", alias + ".message_group",
                "type", alias + ".type",
                "headers", "CAST(" + alias + ".headers AS text)",
                "finding", "NULL");
        plain.forEach((column, value) -> names.computeIfPresent(
                prefix + "_" + column,
                (_, measured) -> "CASE WHEN " + alias + ".small THEN " + value + " ELSE " + measured + " END"));
        names.computeIfPresent(
                prefix + "_memory",
                (_, measured) -> " + CASE WHEN " + alias + ".small THEN coalesce(pg_column_size(" + alias
                        + ".headers), 0) ELSE 0" + measured + " END");
    }

    private static LimitedColumn column(String alias, String name, String type, int limit) {
        return ColumnSize.limited(name, alias + "." + name, type, type, limit);
    }

    private static String id(String column, int limit) {
        return "CASE WHEN octet_length(%1$s) <= %2$d THEN %1$s ELSE concat(left(%1$s, 100), '…', md5(%1$s)) END"
                .formatted(column, limit);
    }

    /** A value that the indexes of the failed messages can hold. A shortened one stays oversized, should it be retried. */
    private static String stored(String column) {
        return "CASE WHEN octet_length(%1$s) > %2$d THEN concat(rpad(left(%1$s, 460), 2100, '.'), md5(%1$s)) ELSE %1$s END"
                .formatted(column, ColumnLimits.LARGEST_KEY);
    }
}
