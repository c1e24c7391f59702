package dev.signalbox.demo.database;

import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Optional;
import org.postgresql.ds.PGSimpleDataSource;

/** The shop's tables on a PostgreSQL of our own, with a user for the shop and one for the relay. */
public final class ShopDatabase implements AutoCloseable {
    public static final String NAME = "shop";
    public static final String SHOP = "shop";
    public static final String RELAY = "signalbox";
    private static final List<String> SMALL =
            List.of("max_connections=100", "shared_buffers=64MB", "autovacuum_naptime=10s");

    private final SupervisedPostgres postgres;

    private ShopDatabase(SupervisedPostgres postgres) {
        this.postgres = postgres;
    }

    /** Starts it in a folder and makes the tables. */
    public static ShopDatabase start(RunFolder folder) throws IOException, InterruptedException, SQLException {
        ShopDatabase database = new ShopDatabase(SupervisedPostgres.start(folder, SMALL));
        try {
            database.prepare();
            return database;
        } catch (SQLException | RuntimeException e) {
            database.close();
            throw e;
        }
    }

    /** Where it listens. */
    public int port() {
        return postgres.port();
    }

    /** Its address. */
    public String jdbcUrl() {
        return postgres.jdbcUrl(NAME);
    }

    /** A connection as the shop's own user. */
    public Connection connect(String application) throws SQLException {
        return connect(application, SHOP);
    }

    /** A connection as the relay's user, who may see the relay's own tables. */
    public Connection connectAsRelay(String application) throws SQLException {
        return connect(application, RELAY);
    }

    private Connection connect(String application, String user) throws SQLException {
        PGSimpleDataSource source = source(NAME, user, user);
        source.setApplicationName(application);
        return source.getConnection();
    }

    /** Its main process, for as long as there is one. */
    public Optional<ProcessHandle> postmaster() throws IOException {
        return postgres.postmaster();
    }

    @Override
    public void close() throws IOException {
        postgres.close();
    }

    private void prepare() throws SQLException {
        String password = postgres.password();
        execute(
                source(SupervisedPostgres.DATABASE, SupervisedPostgres.SUPERUSER, password),
                "CREATE ROLE " + SHOP + " LOGIN PASSWORD '" + SHOP + "'",
                "CREATE ROLE " + RELAY + " LOGIN PASSWORD '" + RELAY + "'",
                "CREATE DATABASE " + NAME + " OWNER " + SHOP,
                "GRANT CREATE ON DATABASE " + NAME + " TO " + RELAY);
        execute(source(NAME, SupervisedPostgres.SUPERUSER, password), "GRANT CREATE ON SCHEMA public TO " + SHOP);
        execute(source(NAME, SHOP, SHOP), Resource.text("schema.sql"));
    }

    private static void execute(PGSimpleDataSource source, String... statements) throws SQLException {
        try (Connection connection = source.getConnection();
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    private PGSimpleDataSource source(String database, String user, String password) {
        PGSimpleDataSource source = new PGSimpleDataSource();
        source.setServerNames(new String[] {"127.0.0.1"});
        source.setPortNumbers(new int[] {postgres.port()});
        source.setDatabaseName(database);
        source.setUser(user);
        source.setPassword(password);
        source.setConnectTimeout(10);
        source.setSocketTimeout(60);
        return source;
    }
}
