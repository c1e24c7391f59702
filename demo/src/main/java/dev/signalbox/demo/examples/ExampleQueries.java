package dev.signalbox.demo.examples;

import dev.signalbox.jdbc.SqlCollection;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** Runs the named queries of a file on a database of an example. */
public final class ExampleQueries implements AutoCloseable {
    private static final int FETCH_SIZE = 2000;

    private final Connection connection;
    private final SqlCollection sql;

    /** Reads a row. */
    @FunctionalInterface
    public interface RowReader {
        void read(ResultSet row) throws SQLException;
    }

    /** @param connection closed with this object */
    public ExampleQueries(Connection connection, Class<?> owner, String file) {
        this.connection = connection;
        this.sql = SqlCollection.load(owner, file);
    }

    /** The numbers in the first row of a query. */
    public long[] numbers(String name) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql.text(name))) {
            row.next();
            long[] numbers = new long[row.getMetaData().getColumnCount()];
            for (int i = 0; i < numbers.length; i++) {
                numbers[i] = row.getLong(i + 1);
            }
            return numbers;
        }
    }

    /** Reads all rows of a query. */
    public void forEach(String name, RowReader reader) throws SQLException {
        connection.setAutoCommit(false); // otherwise the driver would read all rows at once
        try (Statement statement = connection.createStatement()) {
            statement.setFetchSize(FETCH_SIZE);
            try (ResultSet rows = statement.executeQuery(sql.text(name))) {
                while (rows.next()) {
                    reader.read(rows);
                }
            }
        } finally {
            connection.rollback();
            connection.setAutoCommit(true);
        }
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
