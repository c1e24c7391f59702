package dev.signalbox.runtime.settings;

import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Parses durations: {@code 500ms}, {@code 30s}, {@code 5m}, {@code PT1S}, or plain milliseconds. */
public final class Durations {
    private static final Pattern SIMPLE = Pattern.compile("(\\d{1,15})\\s*(ms|s|m|h|d)?");

    private Durations() {}

    public static Optional<Duration> parse(String text) {
        String lower = text.strip().toLowerCase(Locale.ROOT);
        Matcher simple = SIMPLE.matcher(lower);
        if (simple.matches()) {
            return simple(Long.parseLong(simple.group(1)), simple.group(2) == null ? "ms" : simple.group(2));
        }
        try {
            return lower.startsWith("p") ? Optional.of(Duration.parse(lower)) : Optional.empty();
        } catch (DateTimeParseException e) {
            return Optional.empty();
        }
    }

    public static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }

    public static Duration longer(Duration one, Duration other) {
        return one.compareTo(other) > 0 ? one : other;
    }

    public static Duration known(String text) {
        return parse(text).orElseThrow(() -> new IllegalArgumentException("not a time: " + text));
    }

    /** The shortest text that {@link #parse} reads back. */
    public static String written(Duration time) {
        long millis = time.toMillis();
        if (millis % 1000 != 0 || millis == 0) {
            return millis + "ms";
        }
        long seconds = millis / 1000;
        return seconds % 3600 == 0 ? seconds / 3600 + "h" : seconds % 60 == 0 ? seconds / 60 + "m" : seconds + "s";
    }

    private static Optional<Duration> simple(long amount, String unit) {
        try {
            return Optional.of(
                    switch (unit) {
                        case "s" -> Duration.ofSeconds(amount);
                        case "m" -> Duration.ofMinutes(amount);
                        case "h" -> Duration.ofHours(amount);
                        case "d" -> Duration.ofDays(amount);
                        default -> Duration.ofMillis(amount);
                    });
        } catch (ArithmeticException e) {
            return Optional.empty();
        }
    }
}
