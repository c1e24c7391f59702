package dev.signalbox.postgres.log;

import dev.signalbox.jdbc.TableName;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/**
 * A partition of a log.
 *
 * @param rest whether it is the default partition
 * @param lower its first second since 1970; the minimum of {@code long} if unbounded
 * @param upper the first second after it; the maximum of {@code long} if unbounded
 */
record Partition(TableName name, boolean rest, long lower, long upper) {
    private static final int LONGEST_NAME = 63;
    private static final long DAY = 86_400;
    private static final DateTimeFormatter DATE =
            DateTimeFormatter.ofPattern("'_p'yyyyMMdd").withZone(ZoneOffset.UTC);
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("'_p'yyyyMMdd't'HHmmss").withZone(ZoneOffset.UTC);

    static Partition planned(String schema, TableName table, long lower, long upper) {
        String suffix = (lower % DAY == 0 ? DATE : TIME).format(Instant.ofEpochSecond(lower));
        return new Partition(
                new TableName(schema, shortened(table.table(), LONGEST_NAME - suffix.length()) + suffix),
                false,
                lower,
                upper);
    }

    /** The server would truncate the name at its end, which identifies the partition. */
    private static String shortened(String name, int most) {
        String cut = name;
        while (cut.getBytes(StandardCharsets.UTF_8).length > most) {
            cut = cut.substring(0, cut.offsetByCodePoints(cut.length(), -1));
        }
        return cut;
    }

    boolean overlaps(long from, long to) {
        return !rest && lower < to && upper > from;
    }
}
