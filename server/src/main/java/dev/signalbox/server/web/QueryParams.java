package dev.signalbox.server.web;

import jakarta.servlet.http.HttpServletRequest;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The query parameters of a request, checked: known, given once, and within limits. */
final class QueryParams {
    private final Map<String, String[]> given;

    QueryParams(HttpServletRequest request, String... allowed) {
        var problems = new Problems();
        this(request, problems, allowed);
        problems.throwIfAny();
    }

    /** @param problems collects unknown and repeated parameters */
    QueryParams(HttpServletRequest request, Problems problems, String... allowed) {
        this.given = request.getParameterMap();
        List<String> known = List.of(allowed);
        given.forEach((name, values) -> problems.check(() -> check(name, values, known)));
    }

    private static void check(String name, String[] values, List<String> known) {
        if (!known.contains(name)) {
            throw ProblemException.badParameter(name, values[0], "one of the parameters " + known);
        }
        if (values.length > 1) {
            throw ProblemException.badParameter(name, String.join(",", values), "to give it once");
        }
    }

    @Nullable
    String text(String name, int maxLength) {
        String[] values = given.get(name);
        return values == null ? null : limited(name, values[0], maxLength);
    }

    int number(String name, int defaultValue, int min, int max) {
        String value = text(name, 20);
        if (value == null) {
            return defaultValue;
        }
        try {
            return limited(name, Long.parseLong(value), min, max);
        } catch (NumberFormatException e) {
            throw ProblemException.badParameter(name, value, "a whole number from " + min + " to " + max);
        }
    }

    @Nullable
    Instant instant(String name) {
        String value = text(name, 50);
        return value == null ? null : parsed(name, value);
    }

    <E extends Enum<E>> E choice(String name, E[] choices) {
        String value = text(name, 50);
        String allowed = Arrays.stream(choices)
                .map(choice -> choice.name().toLowerCase(Locale.ROOT))
                .collect(Collectors.joining(", "));
        return Arrays.stream(choices)
                .filter(choice -> choice.name().equalsIgnoreCase(value))
                .findFirst()
                .orElseThrow(
                        () -> ProblemException.badParameter(name, value == null ? "" : value, "one of " + allowed));
    }

    /** A value of at most so many code points. */
    static String limited(String name, String value, int maxLength) {
        if (value.codePointCount(0, value.length()) > maxLength || value.indexOf('\0') >= 0) {
            throw ProblemException.badParameter(name, value, "at most " + maxLength + " characters without NUL");
        }
        return value;
    }

    static int limited(String name, long value, int min, int max) {
        if (value < min || value > max) {
            throw ProblemException.badParameter(
                    name, String.valueOf(value), "a whole number from " + min + " to " + max);
        }
        return (int) value;
    }

    static Instant parsed(String name, String value) {
        try {
            return Instant.parse(value);
        } catch (DateTimeParseException e) {
            throw ProblemException.badParameter(name, value, "a time such as 2026-01-31T12:00:00Z");
        }
    }

    /** Collects the problems with the parameters of a request, so that all are reported at once. */
    static final class Problems {
        private final List<ProblemException> problems = new ArrayList<>();

        /** The value of a parameter, or a fallback if it is not allowed. */
        <T extends @Nullable Object> T valueOr(T fallback, Supplier<T> parameter) {
            try {
                return parameter.get();
            } catch (ProblemException e) {
                problems.add(e);
                return fallback;
            }
        }

        void check(Runnable rule) {
            valueOr(true, () -> {
                rule.run();
                return true;
            });
        }

        void throwIfAny() {
            if (!problems.isEmpty()) {
                throw ProblemException.badParameters(problems);
            }
        }
    }
}
