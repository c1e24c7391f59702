package dev.signalbox.server.operation;

import dev.signalbox.embedded.mysql.LocalMySql;
import dev.signalbox.jdbc.TableName;
import dev.signalbox.mysql.connection.ServerKind;
import dev.signalbox.mysql.outbox.MySqlOwnTableDdl;
import dev.signalbox.testkit.server.RequiredServer;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Assumptions;

/** A fresh database on MariaDB or MySQL. */
public final class MySqlOutboxDatabase implements OutboxDatabase {
    private static final String MYSQL_URL = "SIGNALBOX_TEST_MYSQL_URL";

    /** The server in this process, started at the first use. */
    private static final class InProcess {
        static final String URL = start();

        private static String start() {
            try {
                return LocalMySql.start(Path.of(
                                System.getProperty("java.io.tmpdir"),
                                "mariadb-" + ProcessHandle.current().pid()))
                        .url("");
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        }
    }

    private final String name = "shop_" + UUID.randomUUID().toString().substring(0, 8);
    private final String before;
    private final String after;
    private String counted = "outbox_events";

    private MySqlOutboxDatabase(String url) throws SQLException {
        int parameters = url.indexOf('?') < 0 ? url.length() : url.indexOf('?');
        this.before = url.substring(0, url.lastIndexOf('/', parameters - 1) + 1);
        this.after = url.substring(parameters);
        run("", "CREATE DATABASE " + name);
        run(name, """
            CREATE TABLE outbox_events (
                id VARCHAR(13) PRIMARY KEY,
                type VARCHAR(20) NOT NULL,
                message_group VARCHAR(255),
                payload TEXT NOT NULL,
                status VARCHAR(20) NOT NULL,
                retry_count INT NOT NULL DEFAULT 0,
                created_at TIMESTAMP NOT NULL,
                processed_at TIMESTAMP NULL,
                error_message TEXT)""");
        run(name, "CREATE INDEX idx_outbox_events_status ON outbox_events (status, message_group, created_at)");
    }

    public static MySqlOutboxDatabase onMariaDb() throws SQLException {
        RequiredServer.mariaDb("the server on MariaDB");
        return new MySqlOutboxDatabase(InProcess.URL);
    }

    /** The server that the environment names; a test that needs it is skipped if there is none. */
    public static MySqlOutboxDatabase onMySql() throws SQLException {
        String url = System.getenv(MYSQL_URL);
        Assumptions.assumeTrue(
                url != null && !url.isBlank(), "OPTIONAL: the server on MySQL, because " + MYSQL_URL + " is not set");
        return new MySqlOutboxDatabase(url);
    }

    /** Replaces the table by Signalbox's own under the same name; a trigger keeps deleted rows. */
    void makeOwnTable() throws SQLException {
        run("DROP TABLE outbox_events");
        try (Connection connection = connect(name)) {
            run(MySqlOwnTableDdl.creation(new TableName(null, "outbox_events"), ServerKind.of(connection)));
        }
        run("CREATE TABLE done (status varchar(20), id varchar(255))");
        run(
                "CREATE TRIGGER keep AFTER DELETE ON outbox_events FOR EACH ROW INSERT INTO done VALUES ('COMPLETED', OLD.id)");
        counted = "(SELECT status FROM outbox_events UNION ALL SELECT status FROM done) s";
    }

    @Override
    public String source() {
        String user = after.contains("user=") ? "" : ", username: " + LocalMySql.USER;
        return "url: \"" + before + name + after + "\"" + user;
    }

    /** The address with the name of the database. */
    public String url() {
        return before + name + after;
    }

    public String username() {
        return LocalMySql.USER;
    }

    @Override
    public void insert(String id, String group) throws SQLException {
        String sql = "INSERT INTO outbox_events (id, type, message_group, payload, status, created_at)"
                + " VALUES (?, 'EVENT', ?, ?, 'PENDING', UTC_TIMESTAMP())";
        try (Connection connection = connect(name);
                PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setString(1, id);
            statement.setString(2, group);
            statement.setString(3, "{\"id\":\"" + id + "\"}");
            statement.executeUpdate();
        }
    }

    @Override
    public List<String> insertAtOddTimes(String group) throws SQLException {
        try (Connection connection = connect(name);
                Statement statement = connection.createStatement()) {
            statement.execute("SET sql_mode = ''");
            statement.execute("INSERT INTO outbox_events (id, type, message_group, payload, status, created_at) VALUES"
                    + " ('zero', 'EVENT', '" + group + "', '{}', 'PENDING', '0000-00-00 00:00:00'),"
                    + " ('first', 'EVENT', '" + group + "', '{}', 'PENDING', '1970-01-01 00:00:01'),"
                    + " ('last', 'EVENT', '" + group + "', '{}', 'PENDING', '2038-01-19 03:14:07')");
        }
        return List.of("zero", "first", "last");
    }

    @Override
    public int count(String status) throws SQLException {
        try (Connection connection = connect(name);
                PreparedStatement statement =
                        connection.prepareStatement("SELECT count(*) FROM " + counted + " WHERE status = ?")) {
            statement.setString(1, status);
            try (ResultSet row = statement.executeQuery()) {
                row.next();
                return row.getInt(1);
            }
        }
    }

    /** Runs a statement in the shop's database. */
    public void run(String sql) throws SQLException {
        run(name, sql);
    }

    private void run(String database, String sql) throws SQLException {
        try (Connection connection = connect(database);
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private Connection connect(String database) throws SQLException {
        Connection connection = DriverManager.getConnection(before + database + after, LocalMySql.USER, "");
        try (Statement statement = connection.createStatement()) {
            statement.execute("SET time_zone = '+00:00'");
        }
        return connection;
    }

    @Override
    public void close() throws SQLException {
        run("", "DROP DATABASE " + name);
    }
}
