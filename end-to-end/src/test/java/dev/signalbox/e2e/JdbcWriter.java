package dev.signalbox.e2e;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;

/** An application that writes by JDBC, one transaction for each commit. */
final class JdbcWriter implements TestDatabase.Writer {
    private final Connection connection;
    private final String now;

    /** @param now the database's expression for a row's creation time */
    JdbcWriter(Connection connection, String now) throws SQLException {
        this.connection = connection;
        this.now = now;
        connection.setAutoCommit(false);
    }

    @Override
    public void commit(String table, List<TestDatabase.Message> messages) {
        String sql = "INSERT INTO " + table
                + " (id, type, message_group, payload, status, retry_count, created_at)"
                + " VALUES (?, ?, ?, ?, 'PENDING', 0, " + now + ")";
        try (PreparedStatement insert = connection.prepareStatement(sql)) {
            for (TestDatabase.Message message : messages) {
                insert.setString(1, message.id());
                insert.setString(2, message.type());
                insert.setString(3, message.group());
                insert.setString(4, message.payload());
                insert.addBatch();
            }
            insert.executeBatch();
            connection.commit();
        } catch (SQLException e) {
            throw new IllegalStateException("The application could not write", e);
        }
    }

    @Override
    public void close() {
        try {
            connection.close();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
