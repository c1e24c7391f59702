package dev.signalbox.jdbc;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The columns that hold the headers of a table's messages. Later columns override earlier ones. */
public record HeaderSources(List<Source> sources) {
    /** A table without header columns. */
    public static final HeaderSources NONE = new HeaderSources(List.of());

    /**
     * A column with headers.
     *
     * @param header the one that the column holds; null if it holds a JSON object with any number of them
     * @param optional whether a table may be without the column
     */
    public record Source(@Nullable String header, String column, boolean optional) {
        /** What the column is for, as a message about it says. */
        String purpose() {
            return header == null ? "headers" : "header " + header;
        }
    }

    public HeaderSources {
        sources = List.copyOf(sources);
    }

    /** These and all that a column holds as a JSON object. */
    public HeaderSources andObject(String column) {
        return and(new Source(null, column, false));
    }

    /** These and one that has a column of its own. */
    public HeaderSources and(String header, String column) {
        return and(new Source(header, column, false));
    }

    /** The same, where a table may be without the column. */
    public HeaderSources andIfPresent(String header, String column) {
        return and(new Source(header, column, true));
    }

    /** These and all that a column holds as a JSON object, where the table has it. */
    public HeaderSources andObjectIfPresent(String column) {
        return and(new Source(null, column, true));
    }

    private HeaderSources and(Source source) {
        List<Source> all = new ArrayList<>(sources);
        all.add(source);
        return new HeaderSources(all);
    }

    /** What is wrong with the columns' names in that database. */
    public List<String> problems(Quoting quoting) {
        return sources.stream()
                .flatMap(source -> quoting.problem("columns for " + source.purpose(), source.column()).stream())
                .toList();
    }
}
