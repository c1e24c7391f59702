package dev.signalbox.mysql.connection;

import dev.signalbox.jdbc.SqlWork;
import dev.signalbox.jdbc.connection.ConnectionPool;
import dev.signalbox.jdbc.connection.TimeLimits;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;

/**
 * A node's connections to one database: a bounded pool for claims and settlements, and dedicated connections for work
 * that needs its own session.
 *
 * <p>It opens even if the database is unavailable; calls then fail within the time limits of the settings.
 */
public final class MySqlConnections implements AutoCloseable {
    private final MySqlSettings settings;
    private final MySqlSessionFactory sessions;
    private final ConnectionPool pool;

    private MySqlConnections(MySqlSettings settings, String node) {
        this.settings = settings;
        this.sessions = new MySqlSessionFactory(settings, "signalbox/" + node);
        this.pool = new ConnectionPool(
                new ConnectionPool.Settings(
                        "signalbox/" + node, settings.displayUrl(), settings.poolSize(), settings.limits()),
                () -> sessions.open("pool", settings.limits(), Map.of()));
    }

    /** Prepares the connections of the node with this name. */
    public static MySqlConnections open(MySqlSettings settings, String node) {
        return new MySqlConnections(settings, node);
    }

    public MySqlSettings settings() {
        return settings;
    }

    /** Lends a pooled connection in auto-commit mode. Closing the connection returns it. */
    public Connection borrow() throws SQLException {
        return pool.borrow();
    }

    /** Runs the work on a pooled connection in one transaction, and rolls back if the work fails. */
    public <T> T inTransaction(SqlWork<T> work) throws SQLException {
        return pool.inTransaction(work);
    }

    /** Opens a dedicated connection with the time limits of the settings. */
    public Connection openOwn(String purpose) throws SQLException {
        return openOwn(purpose, settings.limits(), Map.of());
    }

    /**
     * Opens a dedicated connection.
     *
     * @param purpose a word that the session's connection attributes show
     * @param limits the time limits of this connection
     * @param parameters additional session variables by name, as in a SET statement
     */
    public Connection openOwn(String purpose, TimeLimits limits, Map<String, String> parameters) throws SQLException {
        return sessions.open(purpose, limits, parameters);
    }

    @Override
    public void close() {
        pool.close();
    }
}
