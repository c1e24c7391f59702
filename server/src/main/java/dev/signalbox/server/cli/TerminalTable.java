package dev.signalbox.server.cli;

import dev.signalbox.runtime.settings.Masking;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import tools.jackson.databind.JsonNode;

/** Values of the API in aligned columns: text to the left, numbers to the right, control characters escaped. */
final class TerminalTable {
    private static final int MAX_CELL_LENGTH = 80;
    private static final String GAP = "  ";

    private final List<String> header;
    private final List<List<String>> rows = new ArrayList<>();

    TerminalTable(String... header) {
        this.header = List.of(header);
    }

    void add(String... cells) {
        rows.add(Arrays.stream(cells).map(TerminalTable::truncated).toList());
    }

    String text(TerminalStyle style) {
        StringBuilder out = new StringBuilder();
        append(out, style, header, true);
        rows.forEach(row -> append(out, style, row, false));
        return out.toString();
    }

    private void append(StringBuilder out, TerminalStyle style, List<String> cells, boolean isHeader) {
        StringBuilder line = new StringBuilder();
        for (int column = 0; column < cells.size(); column++) {
            String cell = cells.get(column);
            String padding = " ".repeat(width(column) - length(cell));
            boolean last = column == cells.size() - 1;
            line.append(isNumber(column) ? padding + cell : last ? cell : cell + padding);
            line.append(last ? "" : GAP);
        }
        String text = line.toString().stripTrailing();
        out.append(isHeader ? style.dim(text) : style.paint(text)).append(System.lineSeparator());
    }

    private int width(int column) {
        int widest = length(header.get(column));
        for (List<String> row : rows) {
            widest = Math.max(widest, length(row.get(column)));
        }
        return widest;
    }

    private boolean isNumber(int column) {
        return !rows.isEmpty() && rows.stream().allMatch(row -> row.get(column).matches("[~≥]?[\\d,.]+|-"));
    }

    private static int length(String text) {
        return text.codePointCount(0, text.length());
    }

    private static String truncated(String cell) {
        String shown = Masking.escaped(cell);
        return length(shown) <= MAX_CELL_LENGTH
                ? shown
                : shown.substring(0, shown.offsetByCodePoints(0, MAX_CELL_LENGTH - 1)) + "…";
    }

    static String cell(JsonNode value) {
        return isAbsent(value) ? "-" : value.asString();
    }

    static String number(JsonNode value, boolean estimated) {
        return isAbsent(value) ? "-" : (estimated ? "~" : "") + String.format(Locale.ROOT, "%,d", value.asLong());
    }

    /** The two largest units of an age. */
    static String age(JsonNode seconds, boolean atLeast) {
        if (isAbsent(seconds)) {
            return "-";
        }
        Duration age = Duration.ofMillis((long) (seconds.asDouble() * 1000));
        return (atLeast ? "≥" : "") + age(age);
    }

    private static String age(Duration age) {
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
        String text = cell(value);
        try {
            return Instant.ofEpochSecond(Instant.parse(text).getEpochSecond()).toString();
        } catch (DateTimeParseException e) {
            return text;
        }
    }

    private static boolean isAbsent(JsonNode value) {
        return value.isMissingNode() || value.isNull();
    }
}
