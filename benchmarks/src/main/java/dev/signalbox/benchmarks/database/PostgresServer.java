package dev.signalbox.benchmarks.database;

import dev.signalbox.benchmarks.report.Metric;
import dev.signalbox.core.coordination.Coordinator.CoordinationException;
import dev.signalbox.core.coordination.RelaySharing;
import dev.signalbox.core.log.FollowerSettings;
import dev.signalbox.core.log.LogEvent.Grouping;
import dev.signalbox.core.log.LogFollower;
import dev.signalbox.core.log.LogOrdering;
import dev.signalbox.core.log.LogStart;
import dev.signalbox.core.log.Topic;
import dev.signalbox.core.log.reader.SharedLogReader;
import dev.signalbox.core.source.ClaimSource;
import dev.signalbox.core.time.Clock;
import dev.signalbox.embedded.files.RunFolder;
import dev.signalbox.embedded.postgres.LocalPostgres;
import dev.signalbox.embedded.process.OpenResources;
import dev.signalbox.jdbc.lease.CoordinationSetup;
import dev.signalbox.jdbc.lease.CoordinatorChoice;
import dev.signalbox.postgres.connection.PostgresConnections;
import dev.signalbox.postgres.connection.PostgresSettings;
import dev.signalbox.postgres.lease.PostgresLeases;
import dev.signalbox.postgres.log.FeedKey;
import dev.signalbox.postgres.log.FeedSettings;
import dev.signalbox.postgres.log.PostgresLog;
import dev.signalbox.postgres.notify.PostgresWakeUpListener;
import dev.signalbox.postgres.outbox.PostgresOutbox;
import dev.signalbox.postgres.outbox.PostgresTableIdentity;
import dev.signalbox.postgres.owntable.PostgresOwnTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** A PostgreSQL server, with the counters of pg_stat_statements, if it is installed. */
public final class PostgresServer extends BenchServer {
    private static final String NODE = "bench";
    private static final Topic WALLETS = new Topic(List.of(BenchTable.GROUP_TAG), List.of(), List.of(), List.of());
    private static final List<String> PRIVATE_SETTINGS = List.of(
            "max_connections=100",
            "shared_buffers=512MB",
            "max_wal_size=4GB",
            "shared_preload_libraries=pg_stat_statements");
    private static final String SETTINGS = "SELECT name, current_setting(name) FROM pg_settings WHERE name IN ("
            + "'server_version', 'fsync', 'synchronous_commit', 'full_page_writes', 'wal_level', 'wal_sync_method',"
            + " 'data_checksums', 'shared_buffers', 'max_wal_size', 'autovacuum')";

    private final PostgresSettings connection;
    private boolean countsStatements;
    private boolean mayCheckpoint;

    public PostgresServer(PostgresSettings connection) {
        this.connection = connection;
    }

    /** Starts a durable private server with its data in a new folder below this one; {@code started} ends it. */
    public static PostgresServer startIn(Path parent, OpenResources started) throws IOException, InterruptedException {
        RunFolder folder = RunFolder.createIn(Files.createDirectories(parent));
        started.add(folder::close);
        LocalPostgres postgres = LocalPostgres.startDurable(folder, PRIVATE_SETTINGS);
        started.add(postgres::close);
        String url = postgres.jdbcUrl(LocalPostgres.DATABASE);
        return new PostgresServer(PostgresSettings.of(url, LocalPostgres.SUPERUSER, postgres.password()));
    }

    public PostgresSettings connection() {
        return connection;
    }

    @Override
    public Connection connect() throws SQLException {
        return connect(connection.url(), connection.username(), connection.password());
    }

    @Override
    public NodeDatabase connectNode(BenchTable table) throws SQLException, CoordinationException {
        PostgresConnections pool = PostgresConnections.open(connection.withPoolSize(POOL_SIZE), NODE);
        OpenResources open = new OpenResources();
        open.add(pool::close);
        try {
            String identity = pool.inTransaction(
                    session -> PostgresTableIdentity.read(session).of(table.tableName()));
            CoordinationSetup setup = CoordinatorChoice.of(new PostgresLeases(pool), NODE, RelaySharing.SPREAD);
            return new NodeDatabase(
                    open,
                    setup,
                    identity,
                    (layout, settings) -> new PostgresOutbox(layout, identity, setup.fence(), pool::borrow, settings),
                    (name, settings) -> new PostgresOwnTable(name, identity, setup.fence(), pool::borrow, settings),
                    ordering -> log(ordering, identity, setup, pool),
                    relay -> open.add(
                            PostgresWakeUpListener.start(NODE, pool, Map.of(identity, relay), Clock.SYSTEM)::close));
        } catch (SQLException | CoordinationException | RuntimeException e) {
            pool.close();
            throw e;
        }
    }

    private static ClaimSource log(
            LogOrdering ordering, String identity, CoordinationSetup setup, PostgresConnections pool) {
        PostgresLog log = new PostgresLog(
                BenchTable.LOG, identity, NODE, setup.fence(), pool::borrow, SharedLogReader.Settings.DEFAULT);
        Grouping grouping = ordering == LogOrdering.GROUP ? new Grouping(BenchTable.GROUP_TAG) : Grouping.BY_COLUMN;
        FeedKey key = new FeedKey("wallets", "publisher");
        return new LogFollower(
                log.feed(new FeedSettings(key, WALLETS, grouping, new LogStart.Beginning())),
                new FollowerSettings(key.toString(), ordering, false, 0, FollowerSettings.Bounds.DEFAULT));
    }

    @Override
    Connection connectControl() throws SQLException {
        return connect();
    }

    @Override
    void dropSchema() throws SQLException {
        execute("DROP SCHEMA IF EXISTS " + SCHEMA + " CASCADE");
    }

    @Override
    void prepare() throws SQLException {
        execute("CREATE SCHEMA " + SCHEMA);
        countsStatements = succeeds(
                "CREATE EXTENSION IF NOT EXISTS pg_stat_statements",
                "SELECT count(*) FROM pg_stat_statements",
                "SET pg_stat_statements.track = 'none'");
        mayCheckpoint = succeeds("CHECKPOINT");
    }

    @Override
    public Map<String, String> settings() throws SQLException {
        Map<String, String> settings = read(SETTINGS);
        settings.put("pg_stat_statements", countsStatements ? "on" : "missing: statements are not counted");
        settings.put("checkpoint before a run", mayCheckpoint ? "yes" : "no: not allowed");
        return settings;
    }

    @Override
    void flush(BenchTable table) throws SQLException {
        execute("VACUUM (ANALYZE) " + table.quotedName());
        if (mayCheckpoint) {
            execute("CHECKPOINT");
        }
    }

    @Override
    Map<Metric, Double> serverCounters() throws SQLException {
        Map<String, String> values = read("SELECT 'WAL_BYTES', pg_current_wal_insert_lsn() - '0/0'::pg_lsn");
        values.putAll(countsStatements ? read(BenchTable.load("statements.sql")) : Map.of());
        Map<Metric, Double> counters = new EnumMap<>(Metric.class);
        values.forEach((name, value) -> counters.put(Metric.valueOf(name), Double.valueOf(value)));
        return counters;
    }
}
