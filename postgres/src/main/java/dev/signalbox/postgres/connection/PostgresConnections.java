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
import java.util.Properties;
import org.postgresql.Driver;
import org.postgresql.PGConnection;
import org.postgresql.PGProperty;

/** A node's connections to one PostgreSQL database. */
public final class PostgresConnections extends DatabaseConnections {
    private static final int LONGEST_NAME = 63;

    /**
     * The search path of every session. It holds nothing that another role could add to, so that no function or operator
     * of another role runs as this one. The temporary schema is last: unless it is named, PostgreSQL searches it first.
     */
    public static final String SEARCH_PATH = "pg_catalog, pg_temp";

    /* Runs before the search path is pinned, and therefore contains no operator and no unqualified name. */
    private static final Sql SERVED_BY = new Sql("SELECT pg_catalog.pg_backend_pid()", List.of());

    /*
     * Sets parameters by a statement after connecting, because a pooling proxy rejects start-up parameters that it does
     * not know. Ignores those that this server's version lacks.
     */
    private static final Sql SET_PARAMETERS = new Sql("""
            SELECT pg_catalog.set_config(known.name, wanted.value, false)
              FROM ROWS FROM (pg_catalog.unnest(?::pg_catalog.text[]), pg_catalog.unnest(?::pg_catalog.text[]))
                   AS wanted (name, value)
              JOIN pg_catalog.pg_settings AS known ON known.name OPERATOR(pg_catalog.=) wanted.name
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
            Map<String, String> all = new LinkedHashMap<>();
            if (isProxied(connection)) {
                // A prepared statement may not exist in the session of the next call. The search path stays as the role
                // has it: the application may share the session, and would no longer find its tables.
                connection.unwrap(PGConnection.class).setPrepareThreshold(0);
            } else {
                all.put("search_path", SEARCH_PATH);
            }
            all.putAll(parameters(name, limits));
            all.putAll(parameters);
            SET_PARAMETERS.execute(
                    connection,
                    Map.of(
                            "names", all.keySet().toArray(String[]::new),
                            "values", all.values().toArray(String[]::new)));
            return connection;
        } catch (SQLException e) {
            Transactions.closeAfter(e, connection);
            throw e;
        }
    }

    /** Whether a pooling proxy serves the connection: it announces a process id that it has invented. */
    public static boolean isProxied(Connection connection) throws SQLException {
        int servedBy = SERVED_BY.one(connection, Map.of(), row -> row.getInt(1));
        return connection.unwrap(PGConnection.class).getBackendPID() != servedBy;
    }

    private static Map<String, String> parameters(String name, TimeLimits limits) {
        Map<String, String> parameters = new LinkedHashMap<>();
        parameters.put("application_name", name.length() <= LONGEST_NAME ? name : name.substring(0, LONGEST_NAME));
        parameters.put("TimeZone", "UTC");
        // Statements expect to see what was committed before them, and to wait for rows instead of failing.
        parameters.put("default_transaction_isolation", "read committed");
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
