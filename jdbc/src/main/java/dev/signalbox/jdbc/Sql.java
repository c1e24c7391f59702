package dev.signalbox.jdbc;

import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A statement and the names of its parameters, in the order of their question marks.
 *
 * @param text with question marks, as JDBC expects it
 */
public record Sql(String text, List<String> parameters) {
    private static final Pattern MARK_OR_QUOTED =
            Pattern.compile("'(?:[^']|'')*'|\"(?:[^\"]|\"\")*\"|`(?:[^`]|``)*`|\\?");

    public Sql {
        parameters = List.copyOf(parameters);
    }

    /**
     * Prepares the statement with these values and ignores values that are no parameters of it. A list expands to
     * comma-separated parameters, or to NULL if it is empty.
     */
    public PreparedStatement prepare(Connection connection, Map<String, ? extends @Nullable Object> values)
            throws SQLException {
        PreparedStatement statement = connection.prepareStatement(expanded(values));
        try {
            int index = 1;
            for (String name : parameters) {
                if (!values.containsKey(name)) {
                    throw new IllegalArgumentException("no value for parameter :" + name);
                }
                if (values.get(name) instanceof List<?> list) {
                    for (Object value : list) {
                        bind(statement, index++, name, value);
                    }
                } else {
                    bind(statement, index++, name, values.get(name));
                }
            }
            return statement;
        } catch (SQLException | RuntimeException e) {
            statement.close();
            throw e;
        }
    }

    private String expanded(Map<String, ? extends @Nullable Object> values) {
        if (parameters.stream().noneMatch(name -> values.get(name) instanceof List<?>)) {
            return text;
        }
        Iterator<String> names = parameters.iterator();
        return MARK_OR_QUOTED.matcher(text).replaceAll(match -> {
            if (!match.group().equals("?") || !(values.get(names.next()) instanceof List<?> list)) {
                return Matcher.quoteReplacement(match.group());
            }
            return list.isEmpty() ? "NULL" : "?" + ", ?".repeat(list.size() - 1);
        });
    }

    private static void bind(PreparedStatement statement, int index, String name, @Nullable Object value)
            throws SQLException {
        switch (value) {
            case null -> statement.setString(index, null);
            case String text -> statement.setString(index, text);
            case Integer number -> statement.setInt(index, number);
            case Long number -> statement.setLong(index, number);
            case BigDecimal number -> statement.setBigDecimal(index, number);
            case Boolean truth -> statement.setBoolean(index, truth);
            case @Nullable String[] texts ->
                statement.setArray(index, statement.getConnection().createArrayOf("text", texts));
            case Long[] numbers ->
                statement.setArray(index, statement.getConnection().createArrayOf("bigint", numbers));
            case Integer[] numbers ->
                statement.setArray(index, statement.getConnection().createArrayOf("integer", numbers));
            default -> throw new IllegalArgumentException("parameter :" + name + " has a type that is not bound here");
        }
    }
}
