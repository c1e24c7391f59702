package dev.signalbox.mysql.outbox;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import org.jspecify.annotations.Nullable;

/**
 * Timestamps as the server writes them, always in UTC. They are transferred as text, so that no driver converts them.
 */
final class UtcTimestamps {
    private static final DateTimeFormatter READ = new DateTimeFormatterBuilder()
            .appendPattern("uuuu-MM-dd HH:mm:ss")
            .appendFraction(ChronoField.NANO_OF_SECOND, 0, 6, true)
            .toFormatter();
    private static final int WHOLE_SECONDS = "2024-01-01 00:00:00".length();

    private UtcTimestamps() {}

    /** Cuts the timestamp to this many fractional digits: the server would round it up into the future. */
    static String cut(String moment, int fraction) {
        int length = fraction == 0 ? WHOLE_SECONDS : WHOLE_SECONDS + 1 + fraction;
        return moment.length() <= length ? moment : moment.substring(0, length);
    }

    /** A column may contain NULL, or the year zero. */
    static Instant instant(@Nullable String moment) {
        try {
            return moment == null
                    ? Instant.EPOCH
                    : LocalDateTime.parse(moment, READ).toInstant(ZoneOffset.UTC);
        } catch (DateTimeException e) {
            return Instant.EPOCH;
        }
    }

    static String text(Instant moment, int fraction) {
        String pattern = fraction == 0 ? "uuuu-MM-dd HH:mm:ss" : "uuuu-MM-dd HH:mm:ss." + "S".repeat(fraction);
        return DateTimeFormatter.ofPattern(pattern).format(LocalDateTime.ofInstant(moment, ZoneOffset.UTC));
    }
}
