package dev.signalbox.server.cli;

import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Locale;
import tools.jackson.databind.JsonNode;

/** Formats values of the API for a table. */
final class CellText {
    private CellText() {}

    static String text(JsonNode value) {
        return value.isMissingNode() || value.isNull() ? "-" : value.asString();
    }

    static String number(JsonNode value, boolean estimated) {
        if (value.isMissingNode() || value.isNull()) {
            return "-";
        }
        return (estimated ? "~" : "") + String.format(Locale.ROOT, "%,d", value.asLong());
    }

    /** The two largest units of an age. */
    static String age(JsonNode seconds, boolean atLeast) {
        if (seconds.isMissingNode() || seconds.isNull()) {
            return "-";
        }
        return (atLeast ? "≥" : "") + age(Duration.ofMillis((long) (seconds.asDouble() * 1000)));
    }

    static String age(Duration age) {
        if (age.toDays() > 0) {
            return age.toDays() + "d " + age.toHoursPart() + "h";
        }
        if (age.toHours() > 0) {
            return age.toHours() + "h " + age.toMinutesPart() + "m";
        }
        return age.toMinutes() > 0 ? age.toMinutes() + "m " + age.toSecondsPart() + "s" : age.toSeconds() + "s";
    }

    /** A time to the second. */
    static String time(JsonNode value) {
        String text = text(value);
        try {
            return Instant.ofEpochSecond(Instant.parse(text).getEpochSecond()).toString();
        } catch (DateTimeParseException e) {
            return text;
        }
    }
}
