package dev.signalbox.jdbc;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Those columns with headers that a table has. A statement reads them as texts, and what is JSON is taken apart here: this
 * way it is the same on every database, costs the database nothing, and a text that is no JSON fails no statement.
 *
 * @param missing what is needed and not there, each a sentence
 */
public record HeaderColumns(List<HeaderSources.Source> present, List<String> missing) {
    /** A table without headers. */
    public static final HeaderColumns NONE = new HeaderColumns(List.of(), List.of());

    /** What the first of them is called in an answer. */
    private static final String FIRST = "h0";

    /** Looks which of the columns are there. */
    public static HeaderColumns of(HeaderSources headerSources, Predicate<String> exists) {
        List<HeaderSources.Source> present = new ArrayList<>();
        List<String> missing = new ArrayList<>();
        for (HeaderSources.Source source : headerSources.sources()) {
            if (exists.test(source.column())) {
                present.add(source);
            } else if (!source.optional()) {
                missing.add("column %s (for %s) does not exist".formatted(source.column(), source.purpose()));
            }
        }
        return new HeaderColumns(present, missing);
    }

    public List<String> columns() {
        return present.stream().map(HeaderSources.Source::column).toList();
    }

    /** The column that holds only this header, if there is one; what comes later wins. */
    public Optional<String> columnOf(String header) {
        return present.reversed().stream()
                .filter(source -> header.equals(source.header()))
                .map(HeaderSources.Source::column)
                .findFirst();
    }

    /** The end of a list of columns that reads them; empty if there are none. */
    public String read(UnaryOperator<String> asText) {
        return list(i -> asText.apply(present.get(i).column()) + " AS h" + i);
    }

    /** The same in a statement around one that has read them under this name. */
    public String from(String alias) {
        return list(i -> alias + ".h" + i);
    }

    /** The same where there is no row to read them from. */
    public String nothing() {
        return list(i -> "CAST(NULL AS text) AS h" + i);
    }

    private String list(IntFunction<String> each) {
        return IntStream.range(0, present.size())
                .mapToObj(i -> ", " + each.apply(i))
                .collect(Collectors.joining());
    }

    /** The headers of a row whose columns with headers begin with this one. */
    public Map<String, String> read(ResultSet row, int first) throws SQLException {
        if (present.isEmpty()) {
            return Map.of();
        }
        Map<String, String> headers = new HashMap<>();
        for (int i = 0; i < present.size(); i++) {
            String text = row.getString(first + i);
            String header = present.get(i).header();
            if (text != null && header != null) {
                headers.put(header, text);
            } else if (text != null) {
                headers.putAll(JsonObject.texts(text));
            }
        }
        return headers.isEmpty() ? Map.of() : headers;
    }

    /** The headers of a row in whose answer they have their names. */
    public Map<String, String> read(ResultSet row) throws SQLException {
        return present.isEmpty() ? Map.of() : read(row, row.findColumn(FIRST));
    }
}
