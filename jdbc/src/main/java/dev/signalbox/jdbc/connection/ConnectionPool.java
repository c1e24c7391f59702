package dev.signalbox.jdbc.connection;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.signalbox.jdbc.ConnectionLender;
import dev.signalbox.jdbc.SqlWork;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;

/** A bounded number of connections to one database. It opens even if the database is unavailable. */
public final class ConnectionPool implements AutoCloseable {
    private static final Duration VALIDATION = Duration.ofSeconds(2);

    /**
     * The settings of a pool.
     *
     * @param name the name in logs
     * @param displayUrl where the database is, without secrets
     */
    public record Settings(String name, String displayUrl, int size, TimeLimits limits) {}

    private final Settings settings;
    private final HikariDataSource pool;

    /** @param sessions opens a connection within the connect limit */
    public ConnectionPool(Settings settings, ConnectionLender sessions) {
        this.settings = settings;
        this.pool = new HikariDataSource(configuration(settings, sessions));
    }

    /** Lends a pooled connection in auto-commit mode. Closing the connection returns it. */
    public Connection borrow() throws SQLException {
        try {
            return pool.getConnection();
        } catch (SQLTransientConnectionException e) {
            // The pool says only how long it waited; an operator needs the cause.
            Throwable cause = e.getCause() == null ? e : e.getCause();
            throw new SQLTransientConnectionException(
                    "no connection to " + settings.displayUrl() + ": " + cause.getMessage(), e.getSQLState(), e);
        }
    }

    /** Runs the work on a pooled connection in one transaction, and rolls back if the work fails. */
    public <T> T inTransaction(SqlWork<T> work) throws SQLException {
        try (Connection connection = borrow()) {
            return Transactions.run(connection, work);
        }
    }

    @Override
    public void close() {
        pool.close();
    }

    private static HikariConfig configuration(Settings settings, ConnectionLender sessions) {
        TimeLimits limits = settings.limits();
        HikariConfig config = new HikariConfig();
        config.setPoolName(settings.name());
        config.setDataSource(new SessionDataSource(sessions, limits));
        config.setMaximumPoolSize(settings.size());
        config.setMinimumIdle(1);
        config.setConnectionTimeout(limits.borrow().toMillis());
        config.setValidationTimeout(
                Math.min(VALIDATION.toMillis(), limits.borrow().toMillis()));
        // A program must start while its database is unavailable, and connect once it is available.
        config.setInitializationFailTimeout(-1);
        return config;
    }
}
