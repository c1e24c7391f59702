package dev.signalbox.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A statement and the names of its parameters, in the order of their question marks.
 *
 * @param text with question marks, as JDBC takes it
 */
public record Sql(String text, List<String> parameters) {
    public Sql {
        parameters = List.copyOf(parameters);
    }

    /** Prepares the statement with these values; what is not a parameter of it is passed over. */
    public PreparedStatement prepare(Connection connection, Map<String, ? extends @Nullable Object> values)
            throws SQLException {
        PreparedStatement statement = connection.prepareStatement(text);
        try {
            for (int i = 0; i < parameters.size(); i++) {
                bind(statement, i + 1, parameters.get(i), values);
            }
            return statement;
        } catch (SQLException | RuntimeException e) {
            statement.close();
            throw e;
        }
    }

    private static void bind(
            PreparedStatement statement, int index, String name, Map<String, ? extends @Nullable Object> values)
            throws SQLException {
        if (!values.containsKey(name)) {
            throw new IllegalArgumentException("no value for parameter :" + name);
        }
        switch (values.get(name)) {
            case null -> statement.setString(index, null);
            case String text -> statement.setString(index, text);
            case Integer number -> statement.setInt(index, number);
            case Long number -> statement.setLong(index, number);
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
