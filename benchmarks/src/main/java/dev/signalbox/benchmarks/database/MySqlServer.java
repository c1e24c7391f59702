package dev.signalbox.benchmarks.database;

import dev.signalbox.core.coordination.CoordinationException;
import dev.signalbox.core.time.Clock;
import dev.signalbox.embedded.files.RunFolder;
import dev.signalbox.embedded.mysql.LocalMySql;
import dev.signalbox.mysql.connection.MySqlSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/** A MariaDB or MySQL server; a private one is a MariaDB. The node's own tables are also in the benchmark database. */
public final class MySqlServer implements BenchServer {
    private static final long MEGABYTE = 1 << 20;

    /** The table fits into memory, and a run into the redo log; all other settings are defaults. */
    private static final List<String> PRIVATE_SETTINGS = List.of(
            "SET GLOBAL innodb_buffer_pool_size = " + 1_024 * MEGABYTE,
            "SET GLOBAL innodb_log_file_size = " + 1_024 * MEGABYTE);

    private final MySqlUrl url;
    private final MySqlSettings settings;
    private final @Nullable LocalMySql mariaDb;
    private final @Nullable RunFolder folder;
    private boolean closed;

    private MySqlServer(
            MySqlUrl url, String username, String password, @Nullable LocalMySql mariaDb, @Nullable RunFolder folder) {
        this.url = url;
        this.settings = MySqlSettings.of(url.of(SCHEMA), username, password);
        this.mariaDb = mariaDb;
        this.folder = folder;
    }

    /** Starts a durable private server; its data are in a new folder below this one until it is closed. */
    public static MySqlServer startIn(Path parent) throws IOException, InterruptedException {
        if (!LocalMySql.isInstalled()) {
            throw new IOException("mariadb-server is not installed; a running server can be named by --url");
        }
        RunFolder folder = RunFolder.createIn(Files.createDirectories(parent));
        try {
            LocalMySql mariaDb = LocalMySql.start(folder.file("mariadb"));
            MySqlServer server = new MySqlServer(MySqlUrl.parse(mariaDb.url("")), LocalMySql.USER, "", mariaDb, folder);
            server.adjust();
            return server;
        } catch (IOException | InterruptedException | RuntimeException e) {
            folder.close();
            throw e;
        }
    }

    /** An existing server. */
    public static MySqlServer at(String url, String username, String password) {
        MySqlSettings.of(url, username, password);
        return new MySqlServer(MySqlUrl.parse(url), username, password, null, null);
    }

    private void adjust() throws IOException {
        try (Connection connection = connectTo("");
                Statement statement = connection.createStatement()) {
            for (String setting : PRIVATE_SETTINGS) {
                statement.execute(setting);
            }
        } catch (SQLException e) {
            close();
            throw new IOException("the private MariaDB refuses its settings: " + e.getMessage(), e);
        }
    }

    @Override
    public Connection connect(String purpose) throws SQLException {
        return connectTo(SCHEMA);
    }

    /** This server cannot exclude statements from its counters. */
    @Override
    public Connection connectUncounted(String purpose) throws SQLException {
        return connect(purpose);
    }

    /** Uses the drivers' defaults: they put values into the statement, which takes one round trip. */
    private Connection connectTo(String database) throws SQLException {
        Properties properties = new Properties();
        properties.setProperty("user", settings.username());
        properties.setProperty("password", settings.password());
        properties.setProperty("connectTimeout", "10000");
        return DriverManager.getConnection(url.of(database), properties);
    }

    @Override
    public DatabaseControlSession controlSession(Clock clock) throws SQLException {
        return MySqlControlSession.open(connectTo(""));
    }

    @Override
    public NodeDatabase connectNode(String node, BenchTable table) throws CoordinationException {
        return MySqlNodeDatabase.open(settings.withPoolSize(POOL_SIZE), node, table);
    }

    @Override
    public synchronized void close() throws IOException {
        if (closed) {
            return;
        }
        closed = true;
        if (mariaDb != null) {
            mariaDb.close();
        }
        if (folder != null) {
            folder.close();
        }
    }
}
