package dev.signalbox.jdbc.connection;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.signalbox.jdbc.SqlWork;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A node's connections to one database: a bounded pool for claims and settlements, and dedicated connections for work
 * that is bound to a session.
 *
 * <p>It opens even if the database is unavailable; calls then fail within the time limits of the settings.
 */
public abstract class DatabaseConnections implements AutoCloseable {
    private static final int LARGEST_POOL = 1_000;
    private static final Duration VALIDATION = Duration.ofSeconds(2);

    private final TimeLimits limits;
    private final String application;
    private final SessionOpener sessions;
    private final String displayUrl;
    private final HikariDataSource pool;

    /** Opens sessions. The pool uses it from the beginning, on its own thread. */
    @FunctionalInterface
    protected interface SessionOpener {
        /**
         * Opens a session and sets its parameters.
         *
         * @param application the name of the program in the server's list of sessions
         * @param purpose a word that this list shows
         * @param parameters further server parameters
         */
        Connection open(String application, String purpose, TimeLimits limits, Map<String, String> parameters)
                throws SQLException;
    }

    protected DatabaseConnections(
            String node, String displayUrl, int poolSize, TimeLimits limits, SessionOpener sessions) {
        this.limits = limits;
        this.application = "signalbox/" + node;
        this.sessions = sessions;
        this.displayUrl = displayUrl;
        this.pool = new HikariDataSource(pool(application, poolSize, limits, sessions));
    }

    private static HikariConfig pool(String application, int size, TimeLimits limits, SessionOpener sessions) {
        HikariConfig config = new HikariConfig();
        config.setPoolName(application);
        config.setDataSource(new SessionDataSource(() -> sessions.open(application, "pool", limits, Map.of()), limits));
        config.setMaximumPoolSize(size);
        config.setMinimumIdle(1);
        config.setConnectionTimeout(limits.borrow().toMillis());
        config.setValidationTimeout(
                Math.min(VALIDATION.toMillis(), limits.borrow().toMillis()));
        // A program must start while its database is unavailable, and connect once it is available.
        config.setInitializationFailTimeout(-1);
        return config;
    }

    /** Lends a pooled connection in auto-commit mode. Closing the connection returns it. */
    public final Connection borrow() throws SQLException {
        try {
            return pool.getConnection();
        } catch (SQLTransientConnectionException e) {
            // The pool says only how long it waited; an operator needs the cause.
            Throwable cause = e.getCause() == null ? e : e.getCause();
            throw new SQLTransientConnectionException(
                    "no connection to " + displayUrl + ": " + cause.getMessage(), e.getSQLState(), e);
        }
    }

    /** Runs the work on a pooled connection in one transaction, and rolls back if the work fails. */
    public final <T> T inTransaction(SqlWork<T> work) throws SQLException {
        try (Connection connection = borrow()) {
            return Transactions.run(connection, work);
        }
    }

    /** Opens a connection outside the pool, with the time limits of the settings. */
    public final Connection openOwn(String purpose) throws SQLException {
        return openOwn(purpose, limits, Map.of());
    }

    /** Opens a connection outside the pool, with time limits and server parameters of its own. */
    public final Connection openOwn(String purpose, TimeLimits own, Map<String, String> parameters)
            throws SQLException {
        return sessions.open(application, purpose, own, parameters);
    }

    @Override
    public final void close() {
        pool.close();
    }

    /** Fails with everything that is wrong with the settings of a database. */
    public static void check(
            String product, String url, List<String> prefixes, String username, int poolSize, TimeLimits limits) {
        List<String> problems = new ArrayList<>(limits.problems());
        if (prefixes.stream().noneMatch(url::startsWith)) {
            problems.add("url must begin with " + String.join(" or ", prefixes) + " but is '" + SecretsInUrl.masked(url)
                    + "'");
        }
        if (username.isBlank()) {
            problems.add("username must not be blank");
        }
        if (poolSize < 1 || poolSize > LARGEST_POOL) {
            problems.add("pool size must be between 1 and " + LARGEST_POOL + " but is " + poolSize);
        }
        if (!problems.isEmpty()) {
            throw new IllegalArgumentException(product + " settings: " + String.join("; ", problems));
        }
    }
}
