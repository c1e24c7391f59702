package dev.signalbox.example.wallet;

import dev.signalbox.testkit.server.LocalPostgres;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.atomic.AtomicInteger;

/** A new database on the one PostgreSQL server of this JVM. */
record TestDatabase(String url) {
    static final String USER = "postgres";

    private static final AtomicInteger NUMBER = new AtomicInteger();
    private static final EmbeddedPostgres SERVER = LocalPostgres.start();

    static TestDatabase create() throws SQLException {
        String name = "wallet" + NUMBER.incrementAndGet();
        try (Connection connection = DriverManager.getConnection(url("postgres"), USER, "");
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE DATABASE " + name);
        }
        return new TestDatabase(url(name));
    }

    WalletSettings settings() {
        return new WalletSettings(url, USER, "", 0);
    }

    private static String url(String database) {
        return "jdbc:postgresql://127.0.0.1:" + SERVER.getPort() + "/" + database;
    }
}
