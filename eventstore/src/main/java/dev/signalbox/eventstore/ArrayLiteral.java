package dev.signalbox.eventstore;

import java.util.List;
import java.util.stream.Collectors;

/** Writes tags as the text of a PostgreSQL array: an array of arrays would want them to be equally long. */
final class ArrayLiteral {
    private ArrayLiteral() {}

    static String of(List<Tag> tags) {
        return tags.stream().map(ArrayLiteral::quoted).collect(Collectors.joining(",", "{", "}"));
    }

    private static String quoted(Tag tag) {
        return '"' + tag.toString().replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }
}
