package dev.signalbox.postgres.connection;

import dev.signalbox.jdbc.SqlWork;
import dev.signalbox.jdbc.connection.ConnectionPool;
import dev.signalbox.jdbc.connection.TimeLimits;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;

/**
 * A node's connections to one database: a bounded pool for claims and settlements, and dedicated connections for work
 * that is bound to a session.
 *
 * <p>It opens even if the database is unavailable; calls then fail within the time limits of the settings.
 */
public final class PostgresConnections implements AutoCloseable {
    private final PostgresSettings settings;
    private final String node;
    private final PostgresSessionFactory sessions;
    private final ConnectionPool pool;

    private PostgresConnections(PostgresSettings settings, String node) {
        this.settings = settings;
        this.node = node;
        this.sessions = new PostgresSessionFactory(settings);
        Map<String, String> parameters = SessionParameters.of(applicationName(), settings.limits());
        this.pool = new ConnectionPool(
                new ConnectionPool.Settings(
                        applicationName(), settings.displayUrl(), settings.poolSize(), settings.limits()),
                () -> sessions.open(
                        settings.limits().connect(), settings.limits().socket(), parameters));
    }

    /** Creates the connections of the node with this name. */
    public static PostgresConnections open(PostgresSettings settings, String node) {
        return new PostgresConnections(settings, node);
    }

    public PostgresSettings settings() {
        return settings;
    }

    /** Returns a pooled connection in auto-commit mode; closing it returns it to the pool. */
    public Connection borrow() throws SQLException {
        return pool.borrow();
    }

    /** Runs the work on a pooled connection in one transaction, and rolls it back if the work fails. */
    public <T> T inTransaction(SqlWork<T> work) throws SQLException {
        return pool.inTransaction(work);
    }

    /** Opens a connection outside the pool, with the time limits of the settings. */
    public Connection openOwn(String purpose) throws SQLException {
        return openOwn(purpose, settings.limits(), Map.of());
    }

    /**
     * Opens a connection outside the pool.
     *
     * @param purpose a word that the server's list of sessions shows
     * @param limits the time limits of this connection
     * @param parameters further server parameters; those that the server does not know are ignored
     */
    public Connection openOwn(String purpose, TimeLimits limits, Map<String, String> parameters) throws SQLException {
        Map<String, String> all = SessionParameters.of(applicationName() + " " + purpose, limits);
        all.putAll(parameters);
        return sessions.open(limits.connect(), limits.socket(), all);
    }

    @Override
    public void close() {
        pool.close();
    }

    private String applicationName() {
        return "signalbox/" + node;
    }
}
