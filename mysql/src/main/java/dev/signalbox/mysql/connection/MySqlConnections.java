package dev.signalbox.mysql.connection;

import dev.signalbox.jdbc.Sql;
import dev.signalbox.jdbc.connection.DatabaseConnections;
import dev.signalbox.jdbc.connection.TimeLimits;
import dev.signalbox.jdbc.connection.Transactions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Properties;

/** A node's connections to one MySQL or MariaDB database. */
public final class MySqlConnections extends DatabaseConnections {
    private final MySqlSettings settings;

    private MySqlConnections(MySqlSettings settings, String node) {
        super(
                node,
                settings.displayUrl(),
                settings.poolSize(),
                settings.limits(),
                (application, purpose, limits, parameters) ->
                        open(settings, application + " " + purpose, limits, parameters));
        this.settings = settings;
    }

    /** Prepares the connections of the node with this name. */
    public static MySqlConnections open(MySqlSettings settings, String node) {
        return new MySqlConnections(settings, node);
    }

    public MySqlSettings settings() {
        return settings;
    }

    private static Connection open(
            MySqlSettings settings, String program, TimeLimits limits, Map<String, String> parameters)
            throws SQLException {
        Properties properties = new Properties();
        properties.setProperty("user", settings.username());
        properties.setProperty("password", settings.password());
        properties.setProperty("connectTimeout", Long.toString(limits.connect().toMillis()));
        properties.setProperty("socketTimeout", Long.toString(limits.socket().toMillis()));
        properties.setProperty("tcpKeepAlive", "true");
        properties.setProperty("connectionAttributes", "program_name:" + program);
        Connection connection = DriverManager.getConnection(settings.url(), properties);
        try {
            Map<String, String> variables = variables(ServerKind.of(connection), limits);
            variables.putAll(parameters);
            Sql.executeAll(
                    connection,
                    variables.entrySet().stream()
                            .map(variable -> "SET SESSION " + variable.getKey() + " = " + variable.getValue())
                            .toList());
            // Claims must not lock the gaps between rows, into which applications insert.
            connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
            return connection;
        } catch (SQLException e) {
            Transactions.closeAfter(e, connection);
            throw e;
        }
    }

    private static Map<String, String> variables(ServerKind server, TimeLimits limits) {
        Map<String, String> variables = new LinkedHashMap<>();
        variables.put("time_zone", "'+00:00'");
        // Invalid values are errors, and quotes and backslashes do not depend on the server's default.
        variables.put("sql_mode", "'STRICT_ALL_TABLES,NO_ENGINE_SUBSTITUTION'");
        variables.put("innodb_lock_wait_timeout", seconds(limits.lock()));
        variables.put("sql_safe_updates", "0");
        // A client that stops while it reads a result must not keep its locks for the server's default of a minute.
        variables.put("net_write_timeout", seconds(limits.idleInTransaction()));
        switch (server) {
            case MYSQL ->
                variables.put(
                        "max_execution_time", Long.toString(limits.statement().toMillis()));
            case MARIADB -> {
                variables.put("max_statement_time", seconds(limits.statement()));
                variables.put("idle_transaction_timeout", seconds(limits.idleInTransaction()));
                // Look up a long list of ids by the primary key, instead of joining it as a table.
                variables.put("in_predicate_conversion_threshold", "0");
            }
        }
        return variables;
    }

    private static String seconds(Duration duration) {
        return Long.toString(Math.max(1, duration.plusMillis(999).toSeconds()));
    }
}
