package dev.signalbox.benchmarks.load;

import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Parses option values and collects all errors. A wrong value is replaced by a harmless one. */
final class OptionValues {
    private static final Pattern TIME = Pattern.compile("([0-9]{1,9})(ms|s|m|h)");
    private static final Pattern RATE = Pattern.compile("([0-9]{1,9}(?:\\.[0-9]{1,6})?)(?:/(s|m))?");
    private static final Pattern NUMBER = Pattern.compile("[0-9]{1,9}");

    private final List<String> errors = new ArrayList<>();

    List<String> errors() {
        return List.copyOf(errors);
    }

    void error(String text) {
        errors.add(text);
    }

    Duration time(String option, String text, Duration least, Duration most) {
        Matcher time = TIME.matcher(text);
        if (!time.matches()) {
            errors.add(option + " '" + text + "' is no time such as 500ms, 30s, 5m or 1h");
            return least;
        }
        long count = Long.parseLong(time.group(1));
        Duration value = switch (time.group(2)) {
            case "ms" -> Duration.ofMillis(count);
            case "s" -> Duration.ofSeconds(count);
            case "m" -> Duration.ofMinutes(count);
            default -> Duration.ofHours(count);
        };
        if (value.compareTo(least) < 0 || value.compareTo(most) > 0) {
            errors.add("%s must be %s to %s, not %s".formatted(option, shown(least), shown(most), text));
            return least;
        }
        return value;
    }

    /** As it is written on the command line. */
    static String shown(Duration time) {
        if (time.toMillis() % 1000 != 0) {
            return time.toMillis() + "ms";
        }
        long seconds = time.toSeconds();
        return seconds > 0 && seconds % 3600 == 0
                ? seconds / 3600 + "h"
                : seconds > 0 && seconds % 60 == 0 ? seconds / 60 + "m" : seconds + "s";
    }

    /** A rate per second. */
    double rate(String option, String text, double least, double most) {
        Matcher rate = RATE.matcher(text);
        if (!rate.matches()) {
            errors.add(option + " '" + text + "' is no rate such as 200/s, 0.5/s or 30/m");
            return least;
        }
        double value = Double.parseDouble(rate.group(1)) / ("m".equals(rate.group(2)) ? 60 : 1);
        if (value < least || value > most) {
            errors.add("%s must be %s to %.0f a second, not %s".formatted(option, least, most, text));
            return least;
        }
        return value;
    }

    int number(String option, String text, int least, int most) {
        if (!NUMBER.matcher(text).matches() || Integer.parseInt(text) < least || Integer.parseInt(text) > most) {
            errors.add("%s must be %d to %d, not '%s'".formatted(option, least, most, text));
            return least;
        }
        return Integer.parseInt(text);
    }

    URI address(String option, String text) {
        try {
            URI address = URI.create(text);
            boolean http = "http".equals(address.getScheme()) || "https".equals(address.getScheme());
            if (http
                    && address.getHost() != null
                    && address.getRawQuery() == null
                    && address.getRawFragment() == null) {
                return address;
            }
            errors.add(option + " '" + text + "' is no address such as http://127.0.0.1:8080");
        } catch (IllegalArgumentException e) {
            errors.add(option + " '" + text + "' is no address: " + e.getMessage());
        }
        return URI.create("http://127.0.0.1");
    }
}
