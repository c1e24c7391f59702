package dev.signalbox.platform.postgres;

import dev.signalbox.embedded.postgres.LocalPostgres;
import dev.signalbox.platform.postgres.schema.PlatformSchema;
import dev.signalbox.platform.postgres.schema.PlatformSchemaState;
import dev.signalbox.postgres.connection.PostgresConnections;
import dev.signalbox.postgres.connection.PostgresSettings;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;

/** A fresh database on the PostgreSQL server of this JVM. Copies of one with the platform's tables are quick to make. */
public final class PlatformTestDatabase implements AutoCloseable {
    private static final AtomicInteger NUMBER = new AtomicInteger();
    private static final LocalPostgres SERVER = LocalPostgres.start(200);
    private static final String TEMPLATE = template();

    private final String name;
    private final List<PostgresConnections> opened = new ArrayList<>();

    private PlatformTestDatabase(String name) {
        this.name = name;
    }

    private static String template() {
        PlatformTestDatabase database = new PlatformTestDatabase("template_platform");
        SERVER.createDatabase(database.name);
        try (PostgresConnections connections = PostgresConnections.open(database.settings(), "template")) {
            if (!(PlatformSchema.prepare(connections) instanceof PlatformSchemaState.Ready)) {
                throw new IllegalStateException("a superuser may create everything");
            }
        } catch (SQLException e) {
            throw new IllegalStateException("could not create the platform's tables", e);
        }
        return database.name;
    }

    /** A database without the platform's tables. */
    public static PlatformTestDatabase empty() {
        PlatformTestDatabase database = new PlatformTestDatabase("test" + NUMBER.incrementAndGet());
        SERVER.createDatabase(database.name);
        return database;
    }

    /** A database with the platform's tables. */
    public static PlatformTestDatabase create() throws SQLException {
        PlatformTestDatabase database = new PlatformTestDatabase("test" + NUMBER.incrementAndGet());
        SERVER.execute(LocalPostgres.DATABASE, "CREATE DATABASE " + database.name + " TEMPLATE " + TEMPLATE);
        return database;
    }

    public PostgresSettings settings() {
        return settingsFor(LocalPostgres.SUPERUSER);
    }

    public PostgresSettings settingsFor(String role) {
        return PostgresSettings.of(SERVER.jdbcUrl(name), role, "secret").withPoolSize(8);
    }

    /** The connections of another node. */
    public PostgresConnections connect() {
        return connect(settings());
    }

    public PostgresConnections connect(PostgresSettings settings) {
        PostgresConnections connections = PostgresConnections.open(settings, "node" + opened.size());
        opened.add(connections);
        return connections;
    }

    public PostgresPlatform store() {
        return PostgresPlatform.of(connect());
    }

    /** Creates a role without rights. */
    public String role(String suffix) throws SQLException {
        String role = name + "_" + suffix;
        execute("CREATE ROLE " + role + " LOGIN PASSWORD 'secret'");
        return role;
    }

    public String name() {
        return name;
    }

    public Connection open() throws SQLException {
        return SERVER.connect(name);
    }

    public void execute(String... statements) throws SQLException {
        SERVER.execute(name, statements);
    }

    /** The first column of all rows. */
    public List<String> values(String sql) throws SQLException {
        List<String> values = new ArrayList<>();
        try (Connection connection = open();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            while (rows.next()) {
                values.add(String.valueOf(rows.getString(1)));
            }
        }
        return values;
    }

    public long count(String table) throws SQLException {
        return Long.parseLong(
                values("SELECT count(*) FROM signalbox_platform." + table).getFirst());
    }

    /** Ends all nodes, and waits until the server has counted what they did. */
    public void disconnect() throws SQLException {
        opened.forEach(PostgresConnections::close);
        opened.clear();
        String open =
                "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND application_name LIKE 'signalbox/%'";
        Awaitility.await().until(() -> values(open).isEmpty());
    }

    @Override
    public void close() throws SQLException {
        opened.forEach(PostgresConnections::close);
        SERVER.execute(LocalPostgres.DATABASE, "DROP DATABASE " + name + " WITH (FORCE)");
    }
}
