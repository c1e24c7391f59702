package dev.signalbox.client;

import dev.signalbox.embedded.mysql.LocalMySql;
import dev.signalbox.embedded.postgres.LocalPostgres;
import dev.signalbox.testkit.server.QueryRows;
import dev.signalbox.testkit.server.RequiredServer;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;

/**
 * A fresh database on a real server; each server is started once for all tests.
 *
 * @param waiting the query for the number of sessions that wait for a lock
 */
record TestDatabase(String url, String user, String name, String waiting) implements AutoCloseable {
    private static final String MYSQL_URL = "SIGNALBOX_TEST_MYSQL_URL";
    private static final String INNODB_WAITING =
            "SELECT count(*) FROM information_schema.innodb_trx WHERE trx_state = 'LOCK WAIT'";
    private static final AtomicInteger COUNT = new AtomicInteger();
    private static @Nullable LocalPostgres postgres;
    private static @Nullable LocalMySql mariaDb;

    static synchronized TestDatabase postgres() throws Exception {
        if (postgres == null) {
            postgres = LocalPostgres.start();
        }
        return create(
                "jdbc:postgresql://127.0.0.1:" + postgres.port() + "/",
                "postgres",
                "postgres",
                "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'");
    }

    static synchronized TestDatabase mariaDb() throws Exception {
        RequiredServer.mariaDb("the client on MariaDB");
        if (mariaDb == null) {
            mariaDb = LocalMySql.start(Path.of(
                    System.getProperty("java.io.tmpdir"),
                    "mariadb-" + ProcessHandle.current().pid()));
        }
        return create(mariaDb.url(""), "", LocalMySql.USER, INNODB_WAITING);
    }

    static TestDatabase mySql() throws Exception {
        String url = System.getenv(MYSQL_URL);
        if (url == null || url.isBlank()) {
            Assumptions.abort("OPTIONAL: the client on a real MySQL, because " + MYSQL_URL + " is not set");
        }
        return create(url.substring(0, url.indexOf('/', "jdbc:mysql://".length()) + 1), "", "root", INNODB_WAITING);
    }

    private static TestDatabase create(String server, String first, String user, String waiting) throws SQLException {
        String name = "client_test_" + ProcessHandle.current().pid() + "_" + COUNT.incrementAndGet();
        try (Connection connection = DriverManager.getConnection(server + first, user, "")) {
            run(connection, "CREATE DATABASE " + name + (first.isEmpty() ? " CHARACTER SET utf8mb4" : ""));
        }
        return new TestDatabase(server + name, user, name, waiting);
    }

    boolean isPostgres() {
        return url.startsWith("jdbc:postgresql:");
    }

    Connection connect() throws SQLException {
        return DriverManager.getConnection(url, user, "");
    }

    /** A connection in a transaction. */
    Connection begin() throws SQLException {
        Connection connection = connect();
        connection.setAutoCommit(false);
        return connection;
    }

    /** A data source of this database; pools may return connections in a transaction. */
    DataSource dataSource(boolean autoCommit) {
        return (DataSource) Proxy.newProxyInstance(
                TestDatabase.class.getClassLoader(),
                new Class<?>[] {DataSource.class},
                (proxy, method, values) -> autoCommit ? connect() : begin());
    }

    void run(String... statements) throws SQLException {
        try (Connection connection = connect()) {
            for (String statement : statements) {
                run(connection, statement);
            }
        }
    }

    static void run(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** The rows of a query, their columns joined by bars. */
    List<String> rows(String sql) throws SQLException {
        try (Connection connection = connect()) {
            return QueryRows.read(connection, sql);
        }
    }

    String value(String sql) throws SQLException {
        return rows(sql).getFirst();
    }

    int sessionsWaiting() throws SQLException {
        return Integer.parseInt(value(waiting));
    }

    @Override
    public void close() throws SQLException {
        if (isPostgres()) {
            String server = url.substring(0, url.lastIndexOf('/') + 1);
            try (Connection connection = DriverManager.getConnection(server + "postgres", user, "")) {
                run(connection, "DROP DATABASE " + name + " WITH (FORCE)");
            }
        } else {
            run("DROP DATABASE " + name);
        }
    }
}
