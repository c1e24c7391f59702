package dev.signalbox.demo.database;

import static dev.signalbox.demo.database.ShopDatabase.NAME;
import static dev.signalbox.demo.database.ShopDatabase.RELAY;
import static dev.signalbox.demo.database.ShopDatabase.SHOP;

import dev.signalbox.jdbc.SqlCollection;
import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;

/** The PostgreSQL that the demo brings. */
final class PostgresShop implements ShopServer {
    private static final List<String> SMALL =
            List.of("max_connections=100", "shared_buffers=64MB", "autovacuum_naptime=10s");
    private static final SqlCollection SQL = SqlCollection.load(PostgresShop.class, "postgresql.sql");

    private final SupervisedPostgres postgres;

    private PostgresShop(SupervisedPostgres postgres) {
        this.postgres = postgres;
    }

    static PostgresShop start(RunFolder folder) throws IOException, InterruptedException, SQLException {
        PostgresShop server = new PostgresShop(SupervisedPostgres.start(folder, SMALL));
        try {
            server.prepare();
            return server;
        } catch (SQLException | RuntimeException e) {
            server.close();
            throw e;
        }
    }

    @Override
    public String jdbcUrl() {
        return postgres.jdbcUrl(NAME);
    }

    @Override
    public Map<String, String> session(String application) {
        return Map.of("ApplicationName", application, "connectTimeout", "10", "socketTimeout", "60");
    }

    @Override
    public SqlCollection sql() {
        return SQL;
    }

    @Override
    public boolean hasEventLogs() {
        return true;
    }

    @Override
    public OwnDatabase addDatabase(String name) throws SQLException {
        execute(
                SupervisedPostgres.DATABASE,
                "CREATE ROLE " + name + " LOGIN PASSWORD '" + name + "'",
                "CREATE DATABASE " + name + " OWNER " + name);
        return new OwnDatabase(postgres.jdbcUrl(name), name, name);
    }

    @Override
    public String client() {
        return "psql postgresql://" + SHOP + ":" + SHOP + "@127.0.0.1:" + postgres.port() + "/" + NAME;
    }

    @Override
    public void close() throws IOException {
        postgres.close();
    }

    private void prepare() throws SQLException {
        execute(
                SupervisedPostgres.DATABASE,
                "CREATE ROLE " + SHOP + " LOGIN PASSWORD '" + SHOP + "'",
                "CREATE ROLE " + RELAY + " LOGIN PASSWORD '" + RELAY + "'",
                "CREATE DATABASE " + NAME + " OWNER " + SHOP,
                "GRANT CREATE ON DATABASE " + NAME + " TO " + RELAY);
        execute(NAME, "GRANT CREATE ON SCHEMA public TO " + SHOP);
    }

    private void execute(String database, String... statements) throws SQLException {
        try (Connection connection = DriverManager.getConnection(
                        postgres.jdbcUrl(database), SupervisedPostgres.SUPERUSER, postgres.password());
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }
}
