package dev.signalbox.testkit.server;

import dev.signalbox.embedded.postgres.LocalPostgres;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** A PostgreSQL with the tables of a FlowCatalyst outbox processor. */
public final class FlowCatalystDatabase implements AutoCloseable {
    private final LocalPostgres server;

    private FlowCatalystDatabase(LocalPostgres server) {
        this.server = server;
    }

    public static FlowCatalystDatabase start() {
        return new FlowCatalystDatabase(LocalPostgres.start());
    }

    public String url() {
        return server.jdbcUrl(LocalPostgres.DATABASE);
    }

    public void createTable(String name) throws SQLException {
        run("""
            CREATE TABLE %1$s (
                id VARCHAR(13) PRIMARY KEY,
                type VARCHAR(20) NOT NULL,
                message_group VARCHAR(255),
                payload TEXT NOT NULL,
                status VARCHAR(20) NOT NULL,
                retry_count INT NOT NULL DEFAULT 0,
                created_at TIMESTAMP NOT NULL,
                processed_at TIMESTAMP,
                error_message TEXT
            );
            CREATE INDEX idx_%1$s_status ON %1$s(status, message_group, created_at);
            """.formatted(name));
    }

    public void run(String sql) throws SQLException {
        server.execute(LocalPostgres.DATABASE, sql);
    }

    /** Adds messages of a group that wait; their numbers are part of their ids. */
    public void insert(String table, String group, int from, int count) throws SQLException {
        String sql = "INSERT INTO " + table + " (id, type, message_group, payload, status, created_at)"
                + " VALUES (?, 'EVENT', ?, ?, 'PENDING', now())";
        try (Connection connection = server.connect(LocalPostgres.DATABASE);
                PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = from; i < from + count; i++) {
                String id = group + "-" + String.format("%05d", i);
                statement.setString(1, id);
                statement.setString(2, group);
                statement.setString(3, "{\"id\":\"" + id + "\"}");
                statement.addBatch();
            }
            statement.executeBatch();
        }
    }

    /** Whether a session has a lock like this. */
    public boolean holds(String lock) throws SQLException {
        return count("pg_locks WHERE " + lock) > 0;
    }

    /** The rows of a table with this status. */
    public int count(String table, String status) throws SQLException {
        return count(table + " WHERE status = '" + status + "'");
    }

    /** The rows of a table, which a condition may follow. */
    public int count(String table) throws SQLException {
        try (Connection connection = server.connect(LocalPostgres.DATABASE);
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT count(*) FROM " + table)) {
            rows.next();
            return rows.getInt(1);
        }
    }

    @Override
    public void close() {
        server.close();
    }
}
