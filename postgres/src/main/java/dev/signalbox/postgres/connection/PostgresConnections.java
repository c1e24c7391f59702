package dev.signalbox.postgres.connection;

import dev.signalbox.jdbc.SqlWork;
import dev.signalbox.jdbc.connection.ConnectionPool;
import dev.signalbox.jdbc.connection.TimeLimits;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;

/**
 * A node's connections to one database: a bounded pool for claims and settlements, and connections of its own for
 * whatever is bound to a session.
 *
 * <p>It opens without the database being there; calls then fail within the settings' time limits.
 */
public final class PostgresConnections implements AutoCloseable {
    private final PostgresSettings settings;
    private final String node;
    private final PostgresSessionFactory postgresSessionFactory;
    private final ConnectionPool pool;

    private PostgresConnections(PostgresSettings settings, String node) {
        this.settings = settings;
        this.node = node;
        this.postgresSessionFactory = new PostgresSessionFactory(settings);
        Map<String, String> parameters = SessionParameters.of(applicationName(), settings.limits());
        this.pool = new ConnectionPool(
                new ConnectionPool.Settings(
                        applicationName(), settings.displayUrl(), settings.poolSize(), settings.limits()),
                () -> postgresSessionFactory.open(
                        settings.limits().connect(), settings.limits().socket(), parameters));
    }

    /** Prepares connections of the node with this name. */
    public static PostgresConnections open(PostgresSettings settings, String node) {
        return new PostgresConnections(settings, node);
    }

    public PostgresSettings settings() {
        return settings;
    }

    /** Lends a pooled connection, in auto-commit mode; closing it gives it back. */
    public Connection borrow() throws SQLException {
        return pool.borrow();
    }

    /** Runs the work on a pooled connection in one transaction, which is rolled back if the work fails. */
    public <T> T inTransaction(SqlWork<T> work) throws SQLException {
        return pool.inTransaction(work);
    }

    /** Opens a connection that is never pooled, with the time limits of the settings. */
    public Connection openOwn(String purpose) throws SQLException {
        return openOwn(purpose, settings.limits(), Map.of());
    }

    /**
     * Opens a connection that is never pooled.
     *
     * @param purpose a word that is seen in the server's list of sessions
     * @param limits its own limits
     * @param parameters further server parameters; those that the server does not know are passed over
     */
    public Connection openOwn(String purpose, TimeLimits limits, Map<String, String> parameters) throws SQLException {
        Map<String, String> all = SessionParameters.of(applicationName() + " " + purpose, limits);
        all.putAll(parameters);
        return postgresSessionFactory.open(limits.connect(), limits.socket(), all);
    }

    @Override
    public void close() {
        pool.close();
    }

    private String applicationName() {
        return "signalbox/" + node;
    }
}
