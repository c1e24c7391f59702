package dev.signalbox.jdbc;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BinaryOperator;
import java.util.function.IntFunction;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The header columns that a table has. Statements read them as text and JSON is parsed here: this is the same on every
 * database, costs the database nothing, and invalid JSON fails no statement.
 *
 * @param missing required columns that do not exist, one sentence each
 */
public record HeaderColumns(List<HeaderSources.Source> present, List<String> missing) {
    public static final HeaderColumns NONE = new HeaderColumns(List.of(), List.of());

    /** Alias of the first header column in a result. */
    private static final String FIRST = "h0";

    /** Finds out which of the columns exist. */
    public static HeaderColumns of(HeaderSources sources, Predicate<String> exists) {
        List<HeaderSources.Source> present = new ArrayList<>();
        List<String> missing = new ArrayList<>();
        for (HeaderSources.Source source : sources.sources()) {
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

    /** The column that holds only this header, if there is one. Later columns override earlier ones. */
    public Optional<String> columnOf(String header) {
        return present.reversed().stream()
                .filter(source -> header.equals(source.header()))
                .map(HeaderSources.Source::column)
                .findFirst();
    }

    /** SQL that appends the header columns to a column list; empty if there are none. */
    public String read(UnaryOperator<String> asText) {
        return list(i -> asText.apply(present.get(i).column()) + " AS h" + i);
    }

    /** Like {@link #read(UnaryOperator)}, in a statement around a subquery with this alias. */
    public String from(String alias) {
        return list(i -> alias + ".h" + i);
    }

    /**
     * Like {@link #from(String)}, with an expression for each column.
     *
     * @param expression takes the alias and the column
     */
    public String from(String alias, BinaryOperator<String> expression) {
        return list(i -> expression.apply(alias, alias + ".h" + i) + " AS h" + i);
    }

    /** NULLs in place of the header columns, for a statement that has no row to read them from. */
    public String nothing() {
        return list(i -> "CAST(NULL AS text) AS h" + i);
    }

    private String list(IntFunction<String> each) {
        return IntStream.range(0, present.size())
                .mapToObj(i -> ", " + each.apply(i))
                .collect(Collectors.joining());
    }

    /** Reads the headers of a row whose header columns start at this index. */
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
                headers.putAll(JsonTexts.texts(text));
            }
        }
        return headers.isEmpty() ? Map.of() : headers;
    }

    /** Reads the headers of a row by the aliases of its header columns. */
    public Map<String, String> read(ResultSet row) throws SQLException {
        return present.isEmpty() ? Map.of() : read(row, row.findColumn(FIRST));
    }
}
