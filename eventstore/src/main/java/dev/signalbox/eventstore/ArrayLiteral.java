package dev.signalbox.eventstore;

import java.util.List;
import java.util.stream.Collectors;

/** Writes tags as a PostgreSQL array literal, because the rows of a nested array must have equal lengths. */
final class ArrayLiteral {
    private ArrayLiteral() {}

    static String of(List<Tag> tags) {
        return tags.stream().map(ArrayLiteral::quoted).collect(Collectors.joining(",", "{", "}"));
    }

    private static String quoted(Tag tag) {
        return '"' + tag.toString().replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }
}
