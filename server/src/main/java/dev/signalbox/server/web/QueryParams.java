package dev.signalbox.server.web;

import jakarta.servlet.http.HttpServletRequest;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The parameters of a request's address: each known, given once, and within its limits. */
final class QueryParams {
    private final Map<String, String[]> given;

    QueryParams(HttpServletRequest request, String... allowed) {
        var parameterProblems = new ParameterProblems();
        this(request, parameterProblems, allowed);
        parameterProblems.refuse();
    }

    /** @param parameterProblems is told of all that is not known or given twice */
    QueryParams(HttpServletRequest request, ParameterProblems parameterProblems, String... allowed) {
        this.given = request.getParameterMap();
        List<String> known = List.of(allowed);
        given.forEach((name, values) -> parameterProblems.check(() -> check(name, values, known)));
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
    String text(String name, int longest) {
        String[] values = given.get(name);
        return values == null ? null : ValueLimits.text(name, values[0], longest);
    }

    int number(String name, int otherwise, int least, int most) {
        String value = text(name, 20);
        if (value == null) {
            return otherwise;
        }
        try {
            return ValueLimits.number(name, Long.parseLong(value), least, most);
        } catch (NumberFormatException e) {
            throw ProblemException.badParameter(name, value, "a whole number from " + least + " to " + most);
        }
    }

    @Nullable
    Instant moment(String name) {
        String value = text(name, 50);
        return value == null ? null : ValueLimits.moment(name, value);
    }

    <E extends Enum<E>> E choice(String name, E[] choices) {
        String value = text(name, 50);
        String allowed = String.join(
                ", ",
                Arrays.stream(choices)
                        .map(choice -> choice.name().toLowerCase(Locale.ROOT))
                        .toList());
        return Arrays.stream(choices)
                .filter(choice -> choice.name().equalsIgnoreCase(value))
                .findFirst()
                .orElseThrow(
                        () -> ProblemException.badParameter(name, value == null ? "" : value, "one of " + allowed));
    }

    /** The limits on single values, wherever they come from. */
    static final class ValueLimits {
        private ValueLimits() {}

        static String text(String name, String value, int longest) {
            if (value.length() > longest || value.indexOf('\0') >= 0) {
                throw ProblemException.badParameter(name, value, "at most " + longest + " characters without NUL");
            }
            return value;
        }

        static int number(String name, long value, int least, int most) {
            if (value < least || value > most) {
                throw ProblemException.badParameter(
                        name, String.valueOf(value), "a whole number from " + least + " to " + most);
            }
            return (int) value;
        }

        static Instant moment(String name, String value) {
            try {
                return Instant.parse(value);
            } catch (DateTimeParseException e) {
                throw ProblemException.badParameter(name, value, "a time such as 2026-01-31T12:00:00Z");
            }
        }
    }
}
