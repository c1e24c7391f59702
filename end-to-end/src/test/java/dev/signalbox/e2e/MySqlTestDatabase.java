package dev.signalbox.e2e;

import dev.signalbox.embedded.mysql.LocalMySql;
import dev.signalbox.testkit.server.RequiredServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;

/** A database on MariaDB or MySQL, and a user with only the rights that the program needs in it. */
final class MySqlTestDatabase implements JdbcQueries {
    private static final String MYSQL_URL = "SIGNALBOX_TEST_MYSQL_URL";
    private static final String ADMINISTRATOR = LocalMySql.USER;
    private static final AtomicInteger COUNT = new AtomicInteger();
    private static @Nullable LocalMySql mariaDb;

    private final String name = "shop" + ProcessHandle.current().pid() + "_" + COUNT.incrementAndGet();
    private final String server;
    private final String parameters;

    private MySqlTestDatabase(String url) {
        int query = url.indexOf('?') < 0 ? url.length() : url.indexOf('?');
        this.server = url.substring(0, url.lastIndexOf('/', query - 1) + 1);
        // The user is given separately from the URL, and only once.
        this.parameters = url.substring(query).replaceAll("(?<=[?&])user=[^&]*&?", "");
        execute("", "CREATE DATABASE " + name);
        List.of(PostgresTestDatabase.EVENTS, PostgresTestDatabase.JOBS).forEach(this::createTable);
        execute("", "CREATE USER " + name + " IDENTIFIED BY '" + PostgresTestDatabase.PASSWORD + "'");
        execute("", "GRANT SELECT, INSERT, UPDATE, DELETE, CREATE ON " + name + ".* TO " + name);
    }

    static MySqlTestDatabase onMariaDb() {
        RequiredServer.mariaDb("nodes on MariaDB");
        return new MySqlTestDatabase(mariaDb().url(""));
    }

    /** Uses the server that the environment names. */
    static MySqlTestDatabase onMySql() {
        String url = System.getenv(MYSQL_URL);
        if (url == null || url.isBlank()) {
            return Assumptions.abort("OPTIONAL: nodes on a real MySQL, because " + MYSQL_URL + " is not set");
        }
        return new MySqlTestDatabase(url);
    }

    private static synchronized LocalMySql mariaDb() {
        LocalMySql running = mariaDb;
        try {
            if (running == null) {
                running = LocalMySql.start(TestFolders.ofThisRun("mariadb"));
                mariaDb = running;
            }
            return running;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private void createTable(String table) {
        execute(name, """
                CREATE TABLE %s (
                    id VARCHAR(13) PRIMARY KEY,
                    type VARCHAR(20) NOT NULL,
                    message_group VARCHAR(255),
                    payload TEXT NOT NULL,
                    status VARCHAR(20) NOT NULL,
                    retry_count INT NOT NULL DEFAULT 0,
                    created_at TIMESTAMP NOT NULL,
                    processed_at TIMESTAMP NULL,
                    error_message TEXT
                )
                """.formatted(table));
        execute(name, "CREATE INDEX idx_%1$s_status ON %1$s (status, message_group, created_at)".formatted(table));
    }

    @Override
    public Map<String, String> processor() {
        return Map.of(
                "database-type",
                "MYSQL",
                "database-url",
                server + name + parameters,
                "database-username",
                name,
                "database-password",
                PostgresTestDatabase.PASSWORD);
    }

    @Override
    public Connection connect() throws SQLException {
        return connect(name);
    }

    private Connection connect(String database) throws SQLException {
        return DriverManager.getConnection(server + database + parameters, ADMINISTRATOR, "");
    }

    private void execute(String database, String sql) {
        try (Connection connection = connect(database);
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw new IllegalStateException(sql, e);
        }
    }

    @Override
    public Writer writer() {
        try {
            return new JdbcWriter(connect(), "CURRENT_TIMESTAMP");
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public Map<Integer, String> owners() {
        return owners("""
                SELECT s.shard, n.node
                FROM signalbox_shards s
                JOIN signalbox_nodes n USING (incarnation)
                JOIN signalbox_leases l USING (incarnation)
                WHERE s.relay LIKE '%outbox_events' AND l.expires_at > UTC_TIMESTAMP(6)
                """);
    }

    @Override
    public void close() {
        execute("", "DROP DATABASE " + name);
        execute("", "DROP USER " + name);
    }
}
