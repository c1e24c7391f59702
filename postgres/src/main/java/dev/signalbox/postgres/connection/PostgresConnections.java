package dev.signalbox.postgres.connection;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.signalbox.jdbc.SqlWork;
import dev.signalbox.jdbc.connection.Transactions;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.util.Map;

/**
 * A node's connections to one database: a bounded pool for claims and settlements, and connections of its own for
 * whatever is bound to a session.
 *
 * <p>It opens without the database being there; calls then fail within the settings' time limits.
 */
public final class PostgresConnections implements AutoCloseable {
    private static final Duration VALIDATION = Duration.ofSeconds(2);

    private final PostgresSettings settings;
    private final String node;
    private final Sessions sessions;
    private final HikariDataSource pool;

    private PostgresConnections(PostgresSettings settings, String node) {
        this.settings = settings;
        this.node = node;
        this.sessions = new Sessions(settings);
        this.pool = new HikariDataSource(poolOf(settings));
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
        try {
            return pool.getConnection();
        } catch (SQLTransientConnectionException e) {
            // The pool says only how long it waited; what an operator needs is why.
            Throwable cause = e.getCause() == null ? e : e.getCause();
            throw new SQLTransientConnectionException(
                    "no connection to " + settings.displayUrl() + ": " + cause.getMessage(), e.getSQLState(), e);
        }
    }

    /** Runs the work on a pooled connection in one transaction, which is rolled back if the work fails. */
    public <T> T inTransaction(SqlWork<T> work) throws SQLException {
        try (Connection connection = borrow()) {
            return Transactions.run(connection, work);
        }
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
        return sessions.open(limits.connect(), limits.socket(), all);
    }

    @Override
    public void close() {
        pool.close();
    }

    private String applicationName() {
        return "signalbox/" + node;
    }

    private HikariConfig poolOf(PostgresSettings settings) {
        TimeLimits limits = settings.limits();
        HikariConfig config = new HikariConfig();
        config.setPoolName(applicationName());
        config.setDataSource(new PooledSessions(sessions, limits, SessionParameters.of(applicationName(), limits)));
        config.setMaximumPoolSize(settings.poolSize());
        config.setMinimumIdle(1);
        config.setConnectionTimeout(limits.borrow().toMillis());
        config.setValidationTimeout(
                Math.min(VALIDATION.toMillis(), limits.borrow().toMillis()));
        // A program must start while its database is away, and find it when it comes.
        config.setInitializationFailTimeout(-1);
        return config;
    }
}
