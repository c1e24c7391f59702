package dev.signalbox.demo.database;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Properties;

/** A database beside the shop's, with the user to whom it belongs. */
public record OwnDatabase(String jdbcUrl, String user, String password) {
    /** A connection of its user. */
    public Connection connect(String application) throws SQLException {
        Properties properties = new Properties();
        properties.setProperty("user", user);
        properties.setProperty("password", password);
        properties.setProperty("ApplicationName", application);
        properties.setProperty("connectTimeout", "10");
        properties.setProperty("socketTimeout", "60");
        return DriverManager.getConnection(jdbcUrl, properties);
    }

    /** Has its user carry out a script, such as one that makes tables. */
    public void execute(String script) throws SQLException {
        try (Connection connection = connect("demo-schema");
                Statement statement = connection.createStatement()) {
            statement.execute(script);
        }
    }
}
