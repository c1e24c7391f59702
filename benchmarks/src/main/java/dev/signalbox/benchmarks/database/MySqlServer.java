package dev.signalbox.benchmarks.database;

import dev.signalbox.benchmarks.report.Metric;
import dev.signalbox.core.coordination.Coordinator.CoordinationException;
import dev.signalbox.core.coordination.RelaySharing;
import dev.signalbox.embedded.files.RunFolder;
import dev.signalbox.embedded.mysql.LocalMySql;
import dev.signalbox.embedded.process.OpenResources;
import dev.signalbox.jdbc.Quoting;
import dev.signalbox.jdbc.lease.CoordinationSetup;
import dev.signalbox.jdbc.lease.CoordinatorChoice;
import dev.signalbox.mysql.connection.MySqlConnections;
import dev.signalbox.mysql.connection.MySqlSettings;
import dev.signalbox.mysql.lease.MySqlLeases;
import dev.signalbox.mysql.outbox.MySqlOutbox;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

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

    public MySqlServer(String url, String username, String password) {
        MySqlSettings.of(url, username, password); // reports errors in the URL as it was given
        this.url = url;
        this.settings = MySqlSettings.of(ofDatabase(url, SCHEMA), username, password);
    }

    static String ofDatabase(String url, String database) {
        return url.replaceFirst("^([^/?]*//[^/?]*)(/[^?]*)?", "$1/" + database);
    }

    /** Starts a durable private server with its data in a new folder below this one; {@code started} ends it. */
    public static MySqlServer startIn(Path parent, OpenResources started)
            throws IOException, SQLException, InterruptedException {
        if (!LocalMySql.isInstalled()) {
            throw new IOException("mariadb-server is not installed; a running server can be named by --url");
        }
        RunFolder folder = RunFolder.createIn(Files.createDirectories(parent));
        started.add(folder::close);
        LocalMySql mariaDb = LocalMySql.start(folder.file("mariadb"));
        started.add(mariaDb::close);
        MySqlServer server = new MySqlServer(mariaDb.url("bench"), LocalMySql.USER, "");
        try (Connection connection = server.connectControl()) {
            for (String setting : PRIVATE_SETTINGS) {
                BenchTable.execute(connection, setting);
            }
        }
        return server;
    }

    @Override
    public Connection connect() throws SQLException {
        return connect(settings.url(), settings.username(), settings.password());
    }

    /** Its relays poll, because these servers send no notifications of new rows. */
    @Override
    public NodeDatabase connectNode(BenchTable table) throws CoordinationException {
        MySqlConnections pool = MySqlConnections.open(settings.withPoolSize(POOL_SIZE), "bench");
        OpenResources open = new OpenResources();
        open.add(pool::close);
        try {
            CoordinationSetup setup = CoordinatorChoice.of(new MySqlLeases(pool), "bench", RelaySharing.SPREAD);
            String identity = table.tableName().toString();
            return new NodeDatabase(
                    open,
                    setup,
                    identity,
                    (layout, more) -> new MySqlOutbox(layout, identity, setup.fence(), pool::borrow, more),
                    (name, more) -> MySqlOutbox.ofOwnTable(name, identity, setup.fence(), pool::borrow, more),
                    _ -> {
                        throw new UnsupportedOperationException("there are no event logs in MySQL");
                    },
                    _ -> {});
        } catch (CoordinationException | RuntimeException e) {
            pool.close();
            throw e;
        }
    }

    @Override
    Connection connectControl() throws SQLException {
        return connect(ofDatabase(url, ""), settings.username(), settings.password());
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
        Map<String, String> report = read(BenchTable.load("mysql-settings.sql"));
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
    Map<Metric, Double> serverCounters() throws SQLException {
        ownStatements++;
        Map<String, String> status = read(BenchTable.load("mysql-status.sql"));
        double control = sum(status, "Com_begin", "Com_commit", "Com_rollback", "Com_set_option");
        return new EnumMap<>(Map.of(
                Metric.STATEMENTS,
                sum(status, "Questions") - control - ownStatements,
                Metric.TRANSACTION_CONTROL,
                control,
                Metric.WAL_BYTES,
                sum(status, "Innodb_os_log_written")));
    }

    private static double sum(Map<String, String> status, String... names) {
        double sum = 0;
        for (String name : names) {
            sum += Double.parseDouble(status.getOrDefault(name, "0"));
        }
        return sum;
    }
}
