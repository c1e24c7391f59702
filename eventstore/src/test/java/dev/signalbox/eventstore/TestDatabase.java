package dev.signalbox.eventstore;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.signalbox.embedded.postgres.LocalPostgres;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.postgresql.ds.PGSimpleDataSource;

/** A database with the event store's empty tables, on the one PostgreSQL server of this JVM. */
final class TestDatabase implements AutoCloseable {
    private static final AtomicInteger NUMBER = new AtomicInteger();
    private static final LocalPostgres SERVER = LocalPostgres.start(100);

    private static final int SHARED_CONNECTIONS = 20;
    private static @Nullable TestDatabase shared;

    private final String name = "events" + NUMBER.incrementAndGet();
    private final HikariDataSource pool;

    private TestDatabase(int connections) throws SQLException {
        executeOn("postgres", "CREATE DATABASE " + name);
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(url(name));
        config.setUsername("postgres");
        config.setMaximumPoolSize(connections);
        config.setMinimumIdle(1);
        pool = new HikariDataSource(config);
    }

    static TestDatabase empty() throws SQLException {
        return new TestDatabase(4);
    }

    /** The database that most tests share. */
    static TestDatabase withTables() throws SQLException {
        if (shared == null) {
            shared = withTables(SHARED_CONNECTIONS);
        }
        shared.execute("TRUNCATE events, commands RESTART IDENTITY");
        return shared;
    }

    /** A fresh database with a pool of this many connections. */
    static TestDatabase withTables(int connections) throws SQLException {
        TestDatabase database = new TestDatabase(connections);
        EventStoreSchema.install(database.source());
        return database;
    }

    DataSource source() {
        return pool;
    }

    EventStore store() {
        return EventStore.on(pool);
    }

    /** A new connection in a transaction. */
    Connection transaction() throws SQLException {
        Connection connection = DriverManager.getConnection(url(name), "postgres", "");
        connection.setAutoCommit(false);
        return connection;
    }

    /** A new connection in a transaction that fails if it has to wait for a lock. */
    Connection impatientTransaction() throws SQLException {
        Connection connection =
                DriverManager.getConnection(url(name) + "?options=-c%20lock_timeout=100", "postgres", "");
        connection.setAutoCommit(false);
        return connection;
    }

    PGSimpleDataSource sourceAs(String role) {
        PGSimpleDataSource source = new PGSimpleDataSource();
        source.setURL(url(name));
        source.setUser(role);
        return source;
    }

    void execute(String sql) throws SQLException {
        executeOn(name, sql);
    }

    /** The first column of the first row. */
    String value(String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url(name), "postgres", "");
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            return row.next() ? String.valueOf(row.getString(1)) : "";
        }
    }

    long events() throws SQLException {
        return Long.parseLong(value("SELECT count(*) FROM events"));
    }

    /** The number of sessions of this database that wait for an advisory lock. */
    long waiting() throws SQLException {
        return Long.parseLong(value("SELECT count(*) FROM pg_stat_activity WHERE datname = '" + name
                + "' AND wait_event_type = 'Lock' AND wait_event = 'advisory'"));
    }

    @Override
    public void close() throws SQLException {
        if (this == shared) {
            return;
        }
        pool.close();
        executeOn("postgres", "DROP DATABASE " + name + " WITH (FORCE)");
    }

    private static String url(String database) {
        return SERVER.jdbcUrl(database);
    }

    private static void executeOn(String database, String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url(database), "postgres", "");
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
