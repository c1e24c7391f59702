package dev.signalbox.benchmarks.database;

import dev.signalbox.benchmarks.report.Metric;
import dev.signalbox.core.coordination.CoordinationException;
import dev.signalbox.embedded.files.RunFolder;
import dev.signalbox.embedded.postgres.LocalPostgres;
import dev.signalbox.embedded.process.OpenResources;
import dev.signalbox.postgres.connection.PostgresSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;

/** A PostgreSQL server, with the counters of pg_stat_statements, if it is installed. */
public final class PostgresServer extends BenchServer {
    private static final List<String> PRIVATE_SETTINGS = List.of(
            "max_connections=100",
            "shared_buffers=512MB",
            "max_wal_size=4GB",
            "shared_preload_libraries=pg_stat_statements");
    private static final String SETTINGS = "SELECT name, current_setting(name) FROM pg_settings WHERE name IN ("
            + "'server_version', 'fsync', 'synchronous_commit', 'full_page_writes', 'wal_level', 'wal_sync_method',"
            + " 'data_checksums', 'shared_buffers', 'max_wal_size', 'autovacuum')";

    private final PostgresSettings settings;
    private boolean countsStatements;
    private boolean mayCheckpoint;

    private PostgresServer(PostgresSettings settings, OpenResources resources) {
        super(resources);
        this.settings = settings;
    }

    /** Starts a durable private server; its data are in a new folder below this one until it is closed. */
    public static PostgresServer startIn(Path parent) throws IOException, InterruptedException {
        OpenResources resources = new OpenResources();
        RunFolder folder = RunFolder.createIn(Files.createDirectories(parent));
        resources.add(folder::close);
        try {
            LocalPostgres postgres = LocalPostgres.startDurable(folder, PRIVATE_SETTINGS);
            resources.add(postgres::close);
            String url = postgres.jdbcUrl(LocalPostgres.DATABASE);
            return new PostgresServer(
                    PostgresSettings.of(url, LocalPostgres.SUPERUSER, postgres.password()), resources);
        } catch (IOException | InterruptedException | RuntimeException e) {
            resources.close();
            throw e;
        }
    }

    /** An existing server. */
    public static PostgresServer at(PostgresSettings settings) {
        return new PostgresServer(settings, new OpenResources());
    }

    /** The settings that Signalbox connects with. */
    public PostgresSettings connectionSettings() {
        return settings;
    }

    @Override
    public Connection connect(String purpose) throws SQLException {
        Properties properties = new Properties();
        properties.setProperty("user", settings.username());
        properties.setProperty("password", settings.password());
        properties.setProperty("ApplicationName", "signalbox-bench " + purpose);
        properties.setProperty("connectTimeout", "10");
        return DriverManager.getConnection(settings.url(), properties);
    }

    /** Without the extension, its setting is a meaningless one. Without the right to set it, the session is counted. */
    @Override
    public Connection connectUncounted(String purpose) throws SQLException {
        Connection connection = connect(purpose);
        try (Statement statement = connection.createStatement()) {
            statement.execute("SET pg_stat_statements.track = 'none'");
        } catch (SQLException e) {
            System.getLogger(PostgresServer.class.getName())
                    .log(System.Logger.Level.DEBUG, "the statements of {0} are counted: {1}", purpose, e.getMessage());
        }
        return connection;
    }

    @Override
    public NodeDatabase connectNode(String node, BenchTable table) throws SQLException, CoordinationException {
        return PostgresNodeDatabase.open(settings.withPoolSize(POOL_SIZE), node, table);
    }

    @Override
    Connection connectControl() throws SQLException {
        return connectUncounted("operator");
    }

    @Override
    void dropSchema() throws SQLException {
        execute("DROP SCHEMA IF EXISTS " + SCHEMA + " CASCADE");
    }

    @Override
    void prepare() throws SQLException {
        execute("CREATE SCHEMA " + SCHEMA);
        countsStatements = succeeds(
                "CREATE EXTENSION IF NOT EXISTS pg_stat_statements", "SELECT count(*) FROM pg_stat_statements");
        mayCheckpoint = succeeds("CHECKPOINT");
    }

    @Override
    public Map<String, String> settings() throws SQLException {
        Map<String, String> report = read(SETTINGS);
        report.put("pg_stat_statements", countsStatements ? "on" : "missing: statements are not counted");
        report.put("checkpoint before a run", mayCheckpoint ? "yes" : "no: not allowed");
        return report;
    }

    @Override
    void flush(BenchTable table) throws SQLException {
        execute("VACUUM (ANALYZE) " + table.quotedName());
        if (mayCheckpoint) {
            execute("CHECKPOINT");
        }
    }

    @Override
    public boolean leavesOutWriters() {
        return true;
    }

    @Override
    public Map<Metric, Double> counters() throws SQLException {
        Map<Metric, Double> counters = new EnumMap<>(Metric.class);
        if (countsStatements) {
            add(counters, BenchTable.load("statements.sql").text());
        }
        add(counters, "SELECT 'WAL_BYTES', pg_current_wal_insert_lsn() - '0/0'::pg_lsn");
        counters.put(Metric.CPU_MICROS, cpuMicros());
        return counters;
    }

    /** Adds the rows of a query: names of metrics, and their values. */
    private void add(Map<Metric, Double> counters, String query) throws SQLException {
        read(query).forEach((name, value) -> counters.put(Metric.valueOf(name), Double.valueOf(value)));
    }
}
