package dev.signalbox.eventstore;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.Stream;
import org.postgresql.PGStatement;

/** Prepares statements and binds their values. */
final class StatementBinding {
    private StatementBinding() {}

    /** A statement that the server plans once per session. */
    static PreparedStatement onceForAll(Connection connection, String sql, List<Object> values) throws SQLException {
        return bind(connection, connection.prepareStatement(sql), values);
    }

    /**
     * A statement that is planned each time, for its values and the current table. A plan made while the table was small
     * would scan all of it after it has grown.
     */
    static PreparedStatement eachTime(Connection connection, String sql, List<Object> values) throws SQLException {
        PreparedStatement statement = connection.prepareStatement(sql);
        statement.unwrap(PGStatement.class).setPrepareThreshold(0);
        return bind(connection, statement, values);
    }

    /** The values of several parts, concatenated. */
    static List<Object> values(List<?>... parts) {
        return Stream.of(parts).<Object>flatMap(List::stream).toList();
    }

    private static PreparedStatement bind(Connection connection, PreparedStatement statement, List<Object> values)
            throws SQLException {
        try {
            for (int i = 0; i < values.size(); i++) {
                set(connection, statement, i + 1, values.get(i));
            }
            return statement;
        } catch (SQLException | RuntimeException e) {
            statement.close();
            throw e;
        }
    }

    private static void set(Connection connection, PreparedStatement statement, int index, Object value)
            throws SQLException {
        switch (value) {
            case String[] texts -> statement.setArray(index, connection.createArrayOf("text", texts));
            case Long[] numbers -> statement.setArray(index, connection.createArrayOf("bigint", numbers));
            case Boolean[] flags -> statement.setArray(index, connection.createArrayOf("boolean", flags));
            default -> statement.setObject(index, value);
        }
    }
}
