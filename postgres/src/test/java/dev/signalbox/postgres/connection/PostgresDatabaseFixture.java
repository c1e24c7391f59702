package dev.signalbox.postgres.connection;

import dev.signalbox.embedded.postgres.LocalPgBouncer;
import dev.signalbox.embedded.postgres.LocalPostgres;
import dev.signalbox.testkit.server.RequiredServer;
import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.atomic.AtomicInteger;

/** A fresh database on the PostgreSQL server of this JVM. */
public final class PostgresDatabaseFixture implements AutoCloseable {
    private static final AtomicInteger NUMBER = new AtomicInteger();
    private static final LocalPostgres SERVER = LocalPostgres.start(200);
    public static final String SUPERUSER = "postgres";

    private final String name;

    private PostgresDatabaseFixture(String name) {
        this.name = name;
    }

    public static PostgresDatabaseFixture create() throws SQLException {
        PostgresDatabaseFixture database = new PostgresDatabaseFixture("test" + NUMBER.incrementAndGet());
        SERVER.execute(LocalPostgres.DATABASE, "CREATE DATABASE " + database.name);
        return database;
    }

    public static int port() {
        return SERVER.port();
    }

    /** A pooling proxy in front of the server. */
    public static LocalPgBouncer proxy(String poolMode, String... more) throws IOException, InterruptedException {
        RequiredServer.pgBouncer("what is said of a pooling proxy");
        return LocalPgBouncer.start("port=" + port() + " user=" + SUPERUSER + " password=secret", poolMode, more);
    }

    public String name() {
        return name;
    }

    public String url() {
        return urlThrough(port());
    }

    /** The URL with the port of a proxy. */
    public String urlThrough(int port) {
        return "jdbc:postgresql://127.0.0.1:" + port + "/" + name;
    }

    public PostgresSettings settings() {
        return settingsFor(SUPERUSER);
    }

    public PostgresSettings settingsFor(String role) {
        return PostgresSettings.of(url(), role, "secret");
    }

    /** Creates a role without rights, which is dropped with the database. */
    public String role(String suffix) throws SQLException {
        String role = name + "_" + suffix;
        execute("CREATE ROLE " + role + " LOGIN PASSWORD 'secret'");
        return role;
    }

    public Connection connect() throws SQLException {
        return DriverManager.getConnection(url(), SUPERUSER, "secret");
    }

    public void execute(String sql) throws SQLException {
        SERVER.execute(name, sql);
    }

    /** The first column of the first row as text; empty if there is no row. */
    public String value(String sql) throws SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            return row.next() ? String.valueOf(row.getString(1)) : "";
        }
    }

    @Override
    public void close() throws SQLException {
        SERVER.execute(LocalPostgres.DATABASE, "DROP DATABASE " + name + " WITH (FORCE)");
    }
}
