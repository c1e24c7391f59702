package dev.signalbox.benchmarks.database;

import dev.signalbox.benchmarks.report.Metric;
import dev.signalbox.core.coordination.CoordinationException;
import dev.signalbox.embedded.files.RunFolder;
import dev.signalbox.embedded.mysql.LocalMySql;
import dev.signalbox.embedded.process.OpenResources;
import dev.signalbox.jdbc.Quoting;
import dev.signalbox.mysql.connection.MySqlSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Properties;

/**
 * A MariaDB or MySQL server; a private one is a MariaDB. The node's own tables are also in the benchmark database. Counters
 * are those of the whole server, which should have no other users.
 */
public final class MySqlServer extends BenchServer {
    /** The table fits into memory, and a run into the redo log; all other settings are defaults. */
    private static final List<String> PRIVATE_SETTINGS = List.of(
            "SET GLOBAL innodb_buffer_pool_size = " + (1 << 30), "SET GLOBAL innodb_log_file_size = " + (1 << 30));

    private static final String DATABASE = Quoting.MYSQL.quote(SCHEMA);

    private final String url;
    private final MySqlSettings settings;
    private boolean mayFlush;
    private long ownStatements;

    private MySqlServer(String url, String username, String password, OpenResources resources) {
        super(resources);
        this.url = url;
        this.settings = MySqlSettings.of(ofDatabase(url, SCHEMA), username, password);
    }

    /** The URL with another database. */
    static String ofDatabase(String url, String database) {
        return url.replaceFirst("^([^/?]*//[^/?]*)(/[^?]*)?", "$1/" + database);
    }

    /** Starts a durable private server; its data are in a new folder below this one until it is closed. */
    public static MySqlServer startIn(Path parent) throws IOException, InterruptedException {
        if (!LocalMySql.isInstalled()) {
            throw new IOException("mariadb-server is not installed; a running server can be named by --url");
        }
        OpenResources resources = new OpenResources();
        RunFolder folder = RunFolder.createIn(Files.createDirectories(parent));
        resources.add(folder::close);
        try {
            LocalMySql mariaDb = LocalMySql.start(folder.file("mariadb"));
            resources.add(mariaDb::close);
            MySqlServer server = new MySqlServer(mariaDb.url(""), LocalMySql.USER, "", resources);
            try (Connection connection = server.connectControl()) {
                for (String setting : PRIVATE_SETTINGS) {
                    BenchTable.execute(connection, setting);
                }
            }
            return server;
        } catch (SQLException e) {
            resources.close();
            throw new IOException("the private MariaDB refuses its settings: " + e.getMessage(), e);
        } catch (IOException | InterruptedException | RuntimeException e) {
            resources.close();
            throw e;
        }
    }

    /** An existing server. */
    public static MySqlServer at(String url, String username, String password) {
        MySqlSettings.of(url, username, password);
        return new MySqlServer(url, username, password, new OpenResources());
    }

    @Override
    public Connection connect(String purpose) throws SQLException {
        return connectTo(SCHEMA);
    }

    /** Uses the drivers' defaults: they put values into the statement, which takes one round trip. */
    private Connection connectTo(String database) throws SQLException {
        Properties properties = new Properties();
        properties.setProperty("user", settings.username());
        properties.setProperty("password", settings.password());
        properties.setProperty("connectTimeout", "10000");
        return DriverManager.getConnection(ofDatabase(url, database), properties);
    }

    @Override
    public NodeDatabase connectNode(String node, BenchTable table) throws CoordinationException {
        return MySqlNodeDatabase.open(settings.withPoolSize(POOL_SIZE), node, table);
    }

    @Override
    Connection connectControl() throws SQLException {
        return connectTo("");
    }

    @Override
    void dropSchema() throws SQLException {
        execute("DROP DATABASE IF EXISTS " + DATABASE);
    }

    @Override
    void prepare() throws SQLException {
        execute("CREATE DATABASE " + DATABASE + " CHARACTER SET utf8mb4");
        execute("USE " + DATABASE);
        execute("CREATE TABLE trial (id INT PRIMARY KEY) ENGINE = InnoDB");
        mayFlush = succeeds("FLUSH TABLES trial FOR EXPORT", "UNLOCK TABLES");
        execute("DROP TABLE trial");
    }

    @Override
    public Map<String, String> settings() throws SQLException {
        Map<String, String> report = read(BenchTable.load("mysql-settings.sql").text());
        report.put("statements", "Questions of the whole server, without those of the benchmark's own session");
        report.put("begin/commit", "BEGIN, COMMIT, ROLLBACK and SET, by which drivers begin and end transactions");
        report.put("B WAL", "bytes of the redo log (Innodb_os_log_written)");
        report.put("flushed before a run", mayFlush ? "yes" : "no: not allowed");
        return report;
    }

    @Override
    void flush(BenchTable table) throws SQLException {
        execute("ANALYZE TABLE " + table.quotedName());
        if (mayFlush) {
            execute("FLUSH TABLES " + table.quotedName() + " FOR EXPORT");
            execute("UNLOCK TABLES");
        }
    }

    @Override
    public Map<Metric, Double> counters() throws SQLException {
        Map<String, String> status = status();
        double control = sum(status, "Com_begin", "Com_commit", "Com_rollback", "Com_set_option");
        return Map.of(
                Metric.STATEMENTS,
                sum(status, "Questions") - control - ownStatements,
                Metric.TRANSACTION_CONTROL,
                control,
                Metric.WAL_BYTES,
                sum(status, "Innodb_os_log_written"),
                Metric.CPU_MICROS,
                cpuMicros());
    }

    @Override
    public boolean leavesOutWriters() {
        return false;
    }

    private Map<String, String> status() throws SQLException {
        ownStatements++;
        return read(BenchTable.load("mysql-status.sql").text());
    }

    private static double sum(Map<String, String> status, String... names) {
        double sum = 0;
        for (String name : names) {
            sum += Double.parseDouble(status.getOrDefault(name, "0"));
        }
        return sum;
    }
}
