package dev.signalbox.runtime.settings;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Parses sizes: {@code 64KB}, {@code 4MB}, or plain bytes. */
public final class Sizes {
    private static final Pattern SIMPLE = Pattern.compile("(\\d{1,12})\\s*(b|kb|mb|gb)?");

    private Sizes() {}

    public static Optional<Long> parse(String text) {
        Matcher simple = SIMPLE.matcher(text.strip().toLowerCase(Locale.ROOT));
        if (!simple.matches()) {
            return Optional.empty();
        }
        String unit = simple.group(2) == null ? "b" : simple.group(2);
        int shift = switch (unit) {
            case "kb" -> 10;
            case "mb" -> 20;
            case "gb" -> 30;
            default -> 0;
        };
        return Optional.of(Long.parseLong(simple.group(1)) << shift);
    }

    public static long known(String text) {
        return parse(text).orElseThrow(() -> new IllegalArgumentException("not a size: " + text));
    }

    public static String written(long bytes) {
        long kilo = 1024;
        return bytes % (kilo * kilo) == 0
                ? bytes / (kilo * kilo) + "MB"
                : bytes % kilo == 0 ? bytes / kilo + "KB" : bytes + " bytes";
    }
}
