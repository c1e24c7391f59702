package dev.signalbox.benchmarks.database;

import dev.signalbox.core.coordination.CoordinationException;
import dev.signalbox.core.time.Clock;
import dev.signalbox.embedded.files.RunFolder;
import dev.signalbox.embedded.postgres.LocalPostgres;
import dev.signalbox.postgres.connection.PostgresSettings;
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

/** A PostgreSQL server. */
public final class PostgresServer implements BenchServer {
    private static final System.Logger LOG = System.getLogger(PostgresServer.class.getName());

    /** The application name of our sessions, including those of Signalbox. */
    static final String SESSIONS = "signalbox";

    private static final List<String> PRIVATE_SETTINGS = List.of(
            "max_connections=100",
            "shared_buffers=512MB",
            "max_wal_size=4GB",
            "shared_preload_libraries=pg_stat_statements");

    private final PostgresSettings settings;
    private final @Nullable LocalPostgres postgres;
    private final @Nullable RunFolder folder;
    private boolean closed;

    private PostgresServer(PostgresSettings settings, @Nullable LocalPostgres postgres, @Nullable RunFolder folder) {
        this.settings = settings;
        this.postgres = postgres;
        this.folder = folder;
    }

    /** Starts a durable private server; its data are in a new folder below this one until it is closed. */
    public static PostgresServer startIn(Path parent) throws IOException, InterruptedException {
        RunFolder folder = RunFolder.createIn(Files.createDirectories(parent));
        try {
            LocalPostgres postgres = LocalPostgres.startDurable(folder, PRIVATE_SETTINGS);
            PostgresSettings settings = PostgresSettings.of(
                    postgres.jdbcUrl(LocalPostgres.DATABASE), LocalPostgres.SUPERUSER, postgres.password());
            return new PostgresServer(settings, postgres, folder);
        } catch (IOException | InterruptedException | RuntimeException e) {
            folder.close();
            throw e;
        }
    }

    /** An existing server. */
    public static PostgresServer at(PostgresSettings settings) {
        return new PostgresServer(settings, null, null);
    }

    /** The settings that Signalbox connects with. */
    public PostgresSettings settings() {
        return settings;
    }

    @Override
    public Connection connect(String purpose) throws SQLException {
        Properties properties = new Properties();
        properties.setProperty("user", settings.username());
        properties.setProperty("password", settings.password());
        properties.setProperty("ApplicationName", SESSIONS + "-bench " + purpose);
        properties.setProperty("connectTimeout", "10");
        return DriverManager.getConnection(settings.url(), properties);
    }

    @Override
    public Connection connectUncounted(String purpose) throws SQLException {
        Connection connection = connect(purpose);
        try (Statement statement = connection.createStatement()) {
            statement.execute("SET pg_stat_statements.track = 'none'");
        } catch (SQLException e) {
            LOG.log(System.Logger.Level.DEBUG, "the statements of {0} are counted: {1}", purpose, e.getMessage());
        }
        return connection;
    }

    @Override
    public DatabaseControlSession controlSession(Clock clock) throws SQLException {
        return PostgresControlSession.open(this, clock);
    }

    @Override
    public NodeDatabase connectNode(String node, BenchTable table) throws SQLException, CoordinationException {
        return PostgresNodeDatabase.open(settings.withPoolSize(POOL_SIZE), node, table);
    }

    @Override
    public synchronized void close() throws IOException {
        if (closed) {
            return;
        }
        closed = true;
        if (postgres != null) {
            postgres.close();
        }
        if (folder != null) {
            folder.close();
        }
    }
}
