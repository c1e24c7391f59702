package dev.signalbox.demo.workload;

import dev.signalbox.jdbc.SqlCollection;
import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** Runs the named queries of a file on a connection, which is closed with it. */
public record Queries(Connection connection, SqlCollection sql) implements AutoCloseable {
    private static final int FETCH_SIZE = 2000;

    @FunctionalInterface
    public interface RowReader {
        void read(ResultSet row) throws SQLException;
    }

    /** The numbers in the first row of a query. */
    public synchronized long[] numbers(String name) throws SQLException {
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

    public synchronized void forEach(String name, RowReader reader) throws SQLException {
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
    public void close() throws IOException {
        try {
            connection.close();
        } catch (SQLException e) {
            throw new IOException("a connection of the demo was not closed", e);
        }
    }
}
