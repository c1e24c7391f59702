package dev.signalbox.demo;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine;

/** Reads a time such as 30s, 5m or 1h. */
final class Times implements CommandLine.ITypeConverter<Duration> {
    private static final Pattern FORM = Pattern.compile("([0-9]{1,6})(s|m|h)");

    @Override
    public Duration convert(String text) {
        Matcher time = FORM.matcher(text);
        if (!time.matches() || Long.parseLong(time.group(1)) == 0) {
            throw new CommandLine.TypeConversionException("'" + text + "' is no time such as 30s, 5m or 1h");
        }
        long count = Long.parseLong(time.group(1));
        return switch (time.group(2)) {
            case "s" -> Duration.ofSeconds(count);
            case "m" -> Duration.ofMinutes(count);
            default -> Duration.ofHours(count);
        };
    }
}
