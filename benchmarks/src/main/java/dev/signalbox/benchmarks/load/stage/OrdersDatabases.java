package dev.signalbox.benchmarks.load.stage;

import dev.signalbox.embedded.files.Passwords;
import dev.signalbox.embedded.files.RunFolder;
import dev.signalbox.embedded.postgres.LocalPostgres;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;

/** A durable PostgreSQL with the two databases of the example, each with an owner of its own, as its README says. */
final class OrdersDatabases implements AutoCloseable {
    static final String ORDERS = "orders";
    static final String SUMMARY = "summary";

    private static final List<String> SETTINGS =
            List.of("max_connections=100", "shared_buffers=512MB", "max_wal_size=4GB");

    private final LocalPostgres server;
    private final String password;

    private OrdersDatabases(LocalPostgres server, String password) {
        this.server = server;
        this.password = password;
    }

    static OrdersDatabases start(RunFolder folder) throws IOException, SQLException, InterruptedException {
        LocalPostgres server = LocalPostgres.startDurable(folder, SETTINGS);
        OrdersDatabases databases = new OrdersDatabases(server, Passwords.random());
        try {
            databases.create(ORDERS);
            databases.create(SUMMARY);
            return databases;
        } catch (SQLException e) {
            databases.close();
            throw e;
        }
    }

    private void create(String name) throws SQLException {
        server.execute(
                LocalPostgres.DATABASE,
                "CREATE ROLE " + name + " LOGIN PASSWORD '" + password + "'",
                "CREATE DATABASE " + name + " OWNER " + name);
    }

    /** As the superuser. */
    Connection connect(String database) throws SQLException {
        return server.connect(database);
    }

    /** What the programs of the example are told by their environment, each as the owner of its database. */
    Map<String, String> environment(String prefix, String database) {
        return Map.of(
                prefix + "_DB_URL",
                server.jdbcUrl(database),
                prefix + "_DB_USERNAME",
                database,
                prefix + "_DB_PASSWORD",
                password);
    }

    @Override
    public void close() {
        server.close();
    }
}
