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
     * @param header the only header in the column; null if the column contains a JSON object of headers
     * @param optional whether the table may lack the column
     */
    public record Source(@Nullable String header, String column, boolean optional) {
        /** The purpose of the column, for messages about it. */
        String purpose() {
            return header == null ? "headers" : "header " + header;
        }
    }

    public HeaderSources {
        sources = List.copyOf(sources);
    }

    /** Adds the headers in a JSON object column. */
    public HeaderSources andObject(String column) {
        return and(new Source(null, column, false));
    }

    /** Adds a header that has its own column. */
    public HeaderSources and(String header, String column) {
        return and(new Source(header, column, false));
    }

    /** Adds a header that has its own column, if the table has that column. */
    public HeaderSources andIfPresent(String header, String column) {
        return and(new Source(header, column, true));
    }

    /** Adds the headers in a JSON object column, if the table has that column. */
    public HeaderSources andObjectIfPresent(String column) {
        return and(new Source(null, column, true));
    }

    private HeaderSources and(Source source) {
        List<Source> all = new ArrayList<>(sources);
        all.add(source);
        return new HeaderSources(all);
    }

    /** The problems with the columns' names on that database. */
    public List<String> problems(Quoting quoting) {
        return sources.stream()
                .flatMap(source -> quoting.problem("columns for " + source.purpose(), source.column()).stream())
                .toList();
    }
}
