package dev.signalbox.demo.database;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Properties;

/** A database beside the shop's, and its owner. */
public record OwnDatabase(String jdbcUrl, String user, String password) {
    /** Connects as the owner. */
    public Connection connect(String application) throws SQLException {
        Properties properties = new Properties();
        properties.setProperty("user", user);
        properties.setProperty("password", password);
        properties.setProperty("ApplicationName", application);
        properties.setProperty("connectTimeout", "10");
        properties.setProperty("socketTimeout", "60");
        return DriverManager.getConnection(jdbcUrl, properties);
    }

    /** Runs a script as the owner, for example one that creates tables. */
    public void execute(String script) throws SQLException {
        try (Connection connection = connect("demo-schema");
                Statement statement = connection.createStatement()) {
            statement.execute(script);
        }
    }
}
