package dev.signalbox.postgres.connection;

import dev.signalbox.jdbc.connection.Transactions;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.Properties;
import org.postgresql.Driver;
import org.postgresql.PGConnection;
import org.postgresql.PGProperty;

/** Opens database sessions and sets their parameters. */
final class PostgresSessionFactory {
    /*
     * Sets parameters by a statement after connecting, because a pooling proxy rejects start-up parameters that it does
     * not know. Ignores those that this server's version lacks.
     */
    private static final String SET_PARAMETERS = """
            SELECT set_config(known.name, wanted.value, false), pg_backend_pid()
              FROM unnest(?::text[], ?::text[]) AS wanted (name, value)
              JOIN pg_catalog.pg_settings AS known ON lower(known.name) = lower(wanted.name)
            """;

    private final PostgresSettings settings;
    private final Driver driver = new Driver();

    PostgresSessionFactory(PostgresSettings settings) {
        this.settings = settings;
    }

    Connection open(Duration connect, Duration socket, Map<String, String> parameters) throws SQLException {
        Connection connection = driver.connect(settings.url(), properties(connect, socket));
        if (connection == null) {
            throw new SQLException("The PostgreSQL driver does not accept the URL " + settings.displayUrl(), "08001");
        }
        try {
            set(connection, parameters);
            return connection;
        } catch (SQLException e) {
            Transactions.closeAfter(e, connection);
            throw e;
        }
    }

    private Properties properties(Duration connect, Duration socket) {
        Properties properties = new Properties();
        PGProperty.USER.set(properties, settings.username());
        PGProperty.PASSWORD.set(properties, settings.password());
        PGProperty.CONNECT_TIMEOUT.set(properties, wholeSeconds(connect));
        PGProperty.SOCKET_TIMEOUT.set(properties, wholeSeconds(socket));
        PGProperty.TCP_KEEP_ALIVE.set(properties, true);
        return properties;
    }

    private static void set(Connection connection, Map<String, String> parameters) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(SET_PARAMETERS)) {
            statement.setArray(
                    1, connection.createArrayOf("text", parameters.keySet().toArray()));
            statement.setArray(
                    2, connection.createArrayOf("text", parameters.values().toArray()));
            try (ResultSet row = statement.executeQuery()) {
                if (row.next()) {
                    prepareNothingBehindAProxy(connection.unwrap(PGConnection.class), row.getInt(2));
                }
            }
        }
    }

    /** A pooling proxy invents a process id. Behind it, a prepared statement may not exist in the session of the next call. */
    private static void prepareNothingBehindAProxy(PGConnection connection, int servedBy) {
        if (connection.getBackendPID() != servedBy) {
            connection.setPrepareThreshold(0);
        }
    }

    private static int wholeSeconds(Duration duration) {
        return (int) Math.max(1, duration.plusMillis(999).toSeconds());
    }
}
