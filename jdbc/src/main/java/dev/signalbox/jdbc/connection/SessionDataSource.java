package dev.signalbox.jdbc.connection;

import dev.signalbox.jdbc.ConnectionLender;
import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Opens the connections of the pool. */
final class SessionDataSource implements DataSource {
    private final ConnectionLender sessions;
    private final TimeLimits limits;

    SessionDataSource(ConnectionLender sessions, TimeLimits limits) {
        this.sessions = sessions;
        this.limits = limits;
    }

    @Override
    public Connection getConnection() throws SQLException {
        return sessions.borrow();
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

    /** Ignores the pool's proposal; the settings contain the connect time-out. */
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
