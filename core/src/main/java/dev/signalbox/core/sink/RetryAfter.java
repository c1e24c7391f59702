package dev.signalbox.core.sink;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Parses a Retry-After header: seconds, or one of the three forms of an HTTP date (RFC 9110). */
public final class RetryAfter {
    private static final DateTimeFormatter IMF = form("EEE, dd MMM yyyy HH:mm:ss 'GMT'");
    private static final DateTimeFormatter ASCTIME = form("EEE MMM ppd HH:mm:ss yyyy");

    private RetryAfter() {}

    private static DateTimeFormatter form(String pattern) {
        return new DateTimeFormatterBuilder()
                .parseCaseInsensitive()
                .appendPattern(pattern)
                .toFormatter(Locale.ENGLISH);
    }

    /** How long to wait, from zero to the cap; null if the header is not parseable. */
    public static @Nullable Duration parse(String header, Instant now, Duration cap) {
        String value = header.strip();
        if (value.isEmpty() || value.length() > 100) {
            return null;
        }
        if (value.chars().allMatch(c -> c >= '0' && c <= '9')) {
            return seconds(value, cap);
        }
        Instant date = date(value, now);
        if (date == null) {
            return null;
        }
        return date.isBefore(now) ? Duration.ZERO : shorter(Duration.between(now, date), cap);
    }

    private static Duration seconds(String digits, Duration cap) {
        String significant = digits.replaceFirst("^0+(?=.)", "");
        // More than nine digits are over thirty years, and might overflow.
        return significant.length() > 9 ? cap : shorter(Duration.ofSeconds(Long.parseLong(significant)), cap);
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }

    private static @Nullable Instant date(String value, Instant now) {
        for (DateTimeFormatter form : List.of(IMF, rfc850(now), ASCTIME)) {
            try {
                return LocalDateTime.parse(value, form).toInstant(ZoneOffset.UTC);
            } catch (DateTimeException notThisForm) {
                // Another form may fit.
            }
        }
        return null;
    }

    /** The year has two digits: one that appears fifty or more years ahead is in the past. */
    private static DateTimeFormatter rfc850(Instant now) {
        int earliest = now.atZone(ZoneOffset.UTC).getYear() - 50;
        return new DateTimeFormatterBuilder()
                .parseCaseInsensitive()
                .appendPattern("EEEE, dd-MMM-")
                .appendValueReduced(ChronoField.YEAR, 2, 2, earliest)
                .appendPattern(" HH:mm:ss 'GMT'")
                .toFormatter(Locale.ENGLISH);
    }
}
