package dev.signalbox.mysql.connection;

import dev.signalbox.embedded.mysql.LocalMySql;
import dev.signalbox.testkit.server.RequiredServer;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;

/**
 * The servers for tests: a MariaDB that is started once, and a MySQL that an environment variable names.
 *
 * @param url the server's URL without database and parameters
 * @param parameters what follows the database in the URL
 */
public record MySqlTestServer(String name, String url, String parameters, String user) {
    public static final String MYSQL_URL = "SIGNALBOX_TEST_MYSQL_URL";

    /** Set to {@code true} if the MySQL server exists for the tests only, so that they may change its settings. */
    private static final String MYSQL_DISPOSABLE = "SIGNALBOX_TEST_MYSQL_DISPOSABLE";

    private static @Nullable MySqlTestServer mariaDb;
    private static boolean relaxed;

    /** The available servers. */
    public static List<MySqlTestServer> all() throws IOException, InterruptedException {
        List<MySqlTestServer> servers = new ArrayList<>(List.of(mariaDb()));
        mySql().ifPresent(servers::add);
        return servers;
    }

    /** The server {@code mariadb} or {@code mysql}; skips the test if the server is not available. */
    public static MySqlTestServer named(String name) throws IOException, InterruptedException {
        if (name.equals("mariadb")) {
            return mariaDb();
        }
        Optional<MySqlTestServer> mySql = mySql();
        if (mySql.isEmpty()) {
            Assumptions.abort("OPTIONAL: the suite on a real MySQL, because " + MYSQL_URL + " is not set");
        }
        return mySql.orElseThrow();
    }

    private static synchronized MySqlTestServer mariaDb() throws IOException, InterruptedException {
        MySqlTestServer known = mariaDb;
        if (known != null) {
            return known;
        }
        RequiredServer.mariaDb("everything on MySQL and MariaDB");
        LocalMySql server = LocalMySql.start(Path.of(
                System.getProperty("java.io.tmpdir"),
                "mariadb-" + ProcessHandle.current().pid()));
        MySqlTestServer started = new MySqlTestServer("mariadb", server.url(""), "", LocalMySql.USER);
        mariaDb = started;
        return started;
    }

    private static synchronized Optional<MySqlTestServer> mySql() throws IOException {
        String url = System.getenv(MYSQL_URL);
        if (url == null || url.isBlank()) {
            return Optional.empty();
        }
        if (!relaxed && "true".equals(System.getenv(MYSQL_DISPOSABLE))) {
            relax(url);
            relaxed = true;
        }
        int parameters = url.indexOf('?');
        String place = parameters < 0 ? url : url.substring(0, parameters);
        return Optional.of(new MySqlTestServer(
                "mysql",
                place.substring(0, place.lastIndexOf('/') + 1),
                parameters < 0 ? "" : url.substring(parameters),
                "root"));
    }

    /** Lets commits wait for no disk: what they wrote survives the death of the server process all the same. */
    private static void relax(String url) throws IOException {
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            statement.execute("SET GLOBAL innodb_flush_log_at_trx_commit = 2");
            statement.execute("SET GLOBAL sync_binlog = 0");
        } catch (SQLException e) {
            throw new IOException("the settings of " + MYSQL_URL + " can't be changed", e);
        }
    }

    @Override
    public String toString() {
        return name;
    }
}
