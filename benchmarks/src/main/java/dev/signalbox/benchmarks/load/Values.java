package dev.signalbox.benchmarks.load;

import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the values of options, and collects all that is wrong with them. A wrong value is replaced by one that does no harm. */
final class Values {
    private static final Pattern TIME = Pattern.compile("([0-9]{1,9})(ms|s|m|h)");
    private static final Pattern RATE = Pattern.compile("([0-9]{1,9}(?:\\.[0-9]{1,6})?)(?:/(s|m))?");
    private static final Pattern NUMBER = Pattern.compile("[0-9]{1,9}");
    private static final double MINUTE = 60;

    private final List<String> faults = new ArrayList<>();

    /** In words, in the order in which they were found. */
    List<String> faults() {
        return List.copyOf(faults);
    }

    void wrong(String fault) {
        faults.add(fault);
    }

    Duration time(String option, String text, Duration least, Duration most) {
        Matcher time = TIME.matcher(text);
        if (!time.matches()) {
            faults.add(option + " '" + text + "' is no time such as 500ms, 30s, 5m or 1h");
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
            faults.add("%s must be %s to %s, not %s".formatted(option, shown(least), shown(most), text));
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

    /** A second. */
    double rate(String option, String text, double least, double most) {
        Matcher rate = RATE.matcher(text);
        if (!rate.matches()) {
            faults.add(option + " '" + text + "' is no rate such as 200/s, 0.5/s or 30/m");
            return least;
        }
        double value = Double.parseDouble(rate.group(1)) / ("m".equals(rate.group(2)) ? MINUTE : 1);
        if (value < least || value > most) {
            faults.add("%s must be %s to %s a second, not %s".formatted(option, plain(least), plain(most), text));
            return least;
        }
        return value;
    }

    int number(String option, String text, int least, int most) {
        if (!NUMBER.matcher(text).matches() || Integer.parseInt(text) < least || Integer.parseInt(text) > most) {
            faults.add("%s must be %d to %d, not '%s'".formatted(option, least, most, text));
            return least;
        }
        return Integer.parseInt(text);
    }

    URI address(String option, String text) {
        try {
            URI address = new URI(text);
            boolean good = ("http".equals(address.getScheme()) || "https".equals(address.getScheme()))
                    && address.getHost() != null
                    && address.getRawQuery() == null
                    && address.getRawFragment() == null;
            if (good) {
                return address;
            }
        } catch (URISyntaxException e) {
            faults.add(option + " '" + text + "' is no address: " + e.getReason());
            return URI.create("http://127.0.0.1");
        }
        faults.add(option + " '" + text + "' is no address such as http://127.0.0.1:8080");
        return URI.create("http://127.0.0.1");
    }

    private static String plain(double value) {
        return value == Math.rint(value) ? String.valueOf((long) value) : String.valueOf(value);
    }
}
