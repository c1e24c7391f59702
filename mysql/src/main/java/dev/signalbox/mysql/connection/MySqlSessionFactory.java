package dev.signalbox.mysql.connection;

import dev.signalbox.jdbc.Sql;
import dev.signalbox.jdbc.connection.TimeLimits;
import dev.signalbox.jdbc.connection.Transactions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.Properties;

/** Opens database sessions and sets their variables. */
final class MySqlSessionFactory {
    private final MySqlSettings settings;
    private final String application;

    MySqlSessionFactory(MySqlSettings settings, String application) {
        this.settings = settings;
        this.application = application;
    }

    Connection open(String purpose, TimeLimits limits, Map<String, String> parameters) throws SQLException {
        Connection connection = DriverManager.getConnection(settings.url(), properties(purpose, limits));
        try {
            Map<String, String> variables = SessionVariables.of(ServerKind.of(connection), limits);
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

    private Properties properties(String purpose, TimeLimits limits) {
        Properties properties = new Properties();
        properties.setProperty("user", settings.username());
        properties.setProperty("password", settings.password());
        properties.setProperty("connectTimeout", millis(limits.connect()));
        properties.setProperty("socketTimeout", millis(limits.socket()));
        properties.setProperty("tcpKeepAlive", "true");
        properties.setProperty("connectionAttributes", "program_name:" + application + " " + purpose);
        return properties;
    }

    private static String millis(Duration duration) {
        return Long.toString(duration.toMillis());
    }
}
