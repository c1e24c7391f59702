package dev.signalbox.postgres.connection;

import dev.signalbox.jdbc.Sql;
import dev.signalbox.jdbc.connection.DatabaseConnections;
import dev.signalbox.jdbc.connection.TimeLimits;
import dev.signalbox.jdbc.connection.Transactions;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import org.postgresql.Driver;
import org.postgresql.PGConnection;
import org.postgresql.PGProperty;

/** A node's connections to one PostgreSQL database. */
public final class PostgresConnections extends DatabaseConnections {
    private static final int LONGEST_NAME = 63;

    /*
     * Sets parameters by a statement after connecting, because a pooling proxy rejects start-up parameters that it does
     * not know. Ignores those that this server's version lacks.
     */
    private static final Sql SET_PARAMETERS = new Sql("""
            SELECT set_config(known.name, wanted.value, false), pg_backend_pid()
              FROM unnest(?::text[], ?::text[]) AS wanted (name, value)
              JOIN pg_catalog.pg_settings AS known ON lower(known.name) = lower(wanted.name)
            """, List.of("names", "values"));

    private static final Driver DRIVER = new Driver();

    private final PostgresSettings settings;

    private PostgresConnections(PostgresSettings settings, String node) {
        super(
                node,
                settings.displayUrl(),
                settings.poolSize(),
                settings.limits(),
                (application, purpose, limits, parameters) -> open(
                        settings,
                        purpose.equals("pool") ? application : application + " " + purpose,
                        limits,
                        parameters));
        this.settings = settings;
    }

    /** Creates the connections of the node with this name. */
    public static PostgresConnections open(PostgresSettings settings, String node) {
        return new PostgresConnections(settings, node);
    }

    public PostgresSettings settings() {
        return settings;
    }

    /** @param parameters those that the server does not know are ignored */
    private static Connection open(
            PostgresSettings settings, String name, TimeLimits limits, Map<String, String> parameters)
            throws SQLException {
        Properties properties = new Properties();
        PGProperty.USER.set(properties, settings.username());
        PGProperty.PASSWORD.set(properties, settings.password());
        PGProperty.CONNECT_TIMEOUT.set(properties, wholeSeconds(limits.connect()));
        PGProperty.SOCKET_TIMEOUT.set(properties, wholeSeconds(limits.socket()));
        PGProperty.TCP_KEEP_ALIVE.set(properties, true);
        Connection connection = DRIVER.connect(settings.url(), properties);
        if (connection == null) {
            throw new SQLException("The PostgreSQL driver does not accept the URL " + settings.displayUrl(), "08001");
        }
        try {
            Map<String, String> all = parameters(name, limits);
            all.putAll(parameters);
            set(connection, all);
            return connection;
        } catch (SQLException e) {
            Transactions.closeAfter(e, connection);
            throw e;
        }
    }

    private static void set(Connection connection, Map<String, String> parameters) throws SQLException {
        Map<String, String[]> values = Map.of(
                "names", parameters.keySet().toArray(String[]::new),
                "values", parameters.values().toArray(String[]::new));
        Optional<Integer> servedBy = SET_PARAMETERS.first(connection, values, row -> row.getInt(2));
        PGConnection session = connection.unwrap(PGConnection.class);
        // A pooling proxy invents a process id. Behind it, a prepared statement may not exist in the session of the
        // next call.
        if (servedBy.isPresent() && session.getBackendPID() != servedBy.get()) {
            session.setPrepareThreshold(0);
        }
    }

    private static Map<String, String> parameters(String name, TimeLimits limits) {
        Map<String, String> parameters = new LinkedHashMap<>();
        parameters.put("application_name", name.length() <= LONGEST_NAME ? name : name.substring(0, LONGEST_NAME));
        parameters.put("TimeZone", "UTC");
        // Claims must walk an index in order whatever the statistics say: a plan that changes with the size of the
        // backlog makes a relay slow exactly when the backlog is large.
        parameters.put("enable_seqscan", "off");
        parameters.put("enable_hashjoin", "off");
        parameters.put("enable_mergejoin", "off");
        parameters.put("enable_bitmapscan", "off");
        parameters.put("jit", "off");
        parameters.put("statement_timeout", Long.toString(limits.statement().toMillis()));
        parameters.put("lock_timeout", Long.toString(limits.lock().toMillis()));
        parameters.put(
                "idle_in_transaction_session_timeout",
                Long.toString(limits.idleInTransaction().toMillis()));
        // The server cancels statements of a dead process early, which releases their locks.
        parameters.put("client_connection_check_interval", "1000");
        return parameters;
    }

    private static int wholeSeconds(Duration duration) {
        return (int) Math.max(1, duration.plusMillis(999).toSeconds());
    }
}
