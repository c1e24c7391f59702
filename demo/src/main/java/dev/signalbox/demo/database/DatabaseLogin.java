package dev.signalbox.demo.database;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;

/** A database and one of its users. */
public record DatabaseLogin(String jdbcUrl, String user) {
    /** The user's name, because the server listens on this machine only, for one run. */
    public String password() {
        return user;
    }

    /** The environment variables by which a program of an example finds it. */
    public Map<String, String> variables(String prefix) {
        return Map.of(prefix + "_URL", jdbcUrl, prefix + "_USERNAME", user, prefix + "_PASSWORD", password());
    }

    public Connection connect() throws SQLException {
        return DriverManager.getConnection(jdbcUrl, user, password());
    }

    /** Runs statements, for example those that create tables. */
    public void execute(String... statements) throws SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }
}
