package dev.signalbox.jdbc;

import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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

    /** Reads a row of a result. */
    @FunctionalInterface
    public interface RowReader<T> {
        T read(ResultSet row) throws SQLException;
    }

    /** Handles a row of a result. */
    @FunctionalInterface
    public interface RowHandler {
        void accept(ResultSet row) throws SQLException;
    }

    public Sql {
        parameters = List.copyOf(parameters);
    }

    /** Runs the query and reads its whole result at once. */
    public <T> T query(Connection connection, Map<String, ? extends @Nullable Object> values, RowReader<T> result)
            throws SQLException {
        try (PreparedStatement statement = prepare(connection, values);
                ResultSet rows = statement.executeQuery()) {
            return result.read(rows);
        }
    }

    /** Reads the only row of the query, which always has one. */
    public <T> T one(Connection connection, Map<String, ? extends @Nullable Object> values, RowReader<T> reader)
            throws SQLException {
        return query(connection, values, rows -> {
            rows.next();
            return reader.read(rows);
        });
    }

    public <T> Optional<T> first(
            Connection connection, Map<String, ? extends @Nullable Object> values, RowReader<T> reader)
            throws SQLException {
        return query(connection, values, rows -> rows.next() ? Optional.of(reader.read(rows)) : Optional.empty());
    }

    public <T> List<T> list(Connection connection, Map<String, ? extends @Nullable Object> values, RowReader<T> reader)
            throws SQLException {
        List<T> found = new ArrayList<>();
        each(connection, values, row -> found.add(reader.read(row)));
        return found;
    }

    public void each(Connection connection, Map<String, ? extends @Nullable Object> values, RowHandler handler)
            throws SQLException {
        query(connection, values, rows -> {
            while (rows.next()) {
                handler.accept(rows);
            }
            return true;
        });
    }

    /** @return the number of matched rows */
    public int update(Connection connection, Map<String, ? extends @Nullable Object> values) throws SQLException {
        try (PreparedStatement statement = prepare(connection, values)) {
            return statement.executeUpdate();
        }
    }

    /** Runs a statement whose result, if it has one, does not matter. */
    public void execute(Connection connection, Map<String, ? extends @Nullable Object> values) throws SQLException {
        try (PreparedStatement statement = prepare(connection, values)) {
            statement.execute();
        }
    }

    /** Runs statements without parameters, one after the other. */
    public static void executeAll(Connection connection, List<String> statements) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (String each : statements) {
                statement.execute(each);
            }
        }
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
