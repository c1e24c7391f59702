package dev.signalbox.demo.database;

import static dev.signalbox.demo.database.ShopDatabase.NAME;
import static dev.signalbox.demo.database.ShopDatabase.RELAY;
import static dev.signalbox.demo.database.ShopDatabase.SHOP;

import dev.signalbox.embedded.files.RunFolder;
import dev.signalbox.embedded.postgres.LocalPostgres;
import dev.signalbox.jdbc.SqlCollection;
import java.io.IOException;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;

/** The PostgreSQL server that is bundled with the demo. */
final class PostgresShop implements ShopServer {
    private static final List<String> SMALL =
            List.of("max_connections=100", "shared_buffers=64MB", "autovacuum_naptime=10s");
    private static final SqlCollection SQL = SqlCollection.load(PostgresShop.class, "postgresql.sql");

    private final LocalPostgres postgres;

    private PostgresShop(LocalPostgres postgres) {
        this.postgres = postgres;
    }

    static PostgresShop start(RunFolder folder) throws IOException, InterruptedException, SQLException {
        PostgresShop server = new PostgresShop(LocalPostgres.startDurable(folder, SMALL));
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
        postgres.execute(
                LocalPostgres.DATABASE,
                "CREATE ROLE " + name + " LOGIN PASSWORD '" + name + "'",
                "CREATE DATABASE " + name + " OWNER " + name);
        return new OwnDatabase(postgres.jdbcUrl(name), name, name);
    }

    @Override
    public String client() {
        return "psql postgresql://" + SHOP + ":" + SHOP + "@127.0.0.1:" + postgres.port() + "/" + NAME;
    }

    @Override
    public void close() {
        postgres.close();
    }

    private void prepare() throws SQLException {
        postgres.execute(
                LocalPostgres.DATABASE,
                "CREATE ROLE " + SHOP + " LOGIN PASSWORD '" + SHOP + "'",
                "CREATE ROLE " + RELAY + " LOGIN PASSWORD '" + RELAY + "'",
                "CREATE DATABASE " + NAME + " OWNER " + SHOP,
                "GRANT CREATE ON DATABASE " + NAME + " TO " + RELAY);
        postgres.execute(NAME, "GRANT CREATE ON SCHEMA public TO " + SHOP);
    }
}
