package dev.signalbox.postgres.connection;

import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.Map;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** What the pool opens its connections with. */
final class PooledSessions implements DataSource {
    private final Sessions sessions;
    private final TimeLimits limits;
    private final Map<String, String> parameters;

    PooledSessions(Sessions sessions, TimeLimits limits, Map<String, String> parameters) {
        this.sessions = sessions;
        this.limits = limits;
        this.parameters = Map.copyOf(parameters);
    }

    @Override
    public Connection getConnection() throws SQLException {
        return sessions.open(limits.connect(), limits.socket(), parameters);
    }

    @Override
    public Connection getConnection(String username, String password) throws SQLException {
        throw new SQLFeatureNotSupportedException("The user is part of the settings");
    }

    @Override
    public @Nullable PrintWriter getLogWriter() {
        return null;
    }

    @Override
    public void setLogWriter(@Nullable PrintWriter out) throws SQLException {
        throw new SQLFeatureNotSupportedException("There is no log writer");
    }

    /** The pool proposes its own time to wait here; the time to connect is part of the settings instead. */
    @Override
    public void setLoginTimeout(int seconds) {}

    @Override
    public int getLoginTimeout() {
        return (int) limits.connect().toSeconds();
    }

    @Override
    public Logger getParentLogger() throws SQLFeatureNotSupportedException {
        throw new SQLFeatureNotSupportedException("There is no parent logger");
    }

    @Override
    public <T> T unwrap(Class<T> type) throws SQLException {
        throw new SQLException("Not a wrapper for " + type.getName());
    }

    @Override
    public boolean isWrapperFor(Class<?> type) {
        return false;
    }
}
