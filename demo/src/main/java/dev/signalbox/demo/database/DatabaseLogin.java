package dev.signalbox.demo.database;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;

/** A database and one of its users. */
public record DatabaseLogin(String jdbcUrl, String user) {
    /** The user's name, because the server listens on this machine only, for one run. */
    public String password() {
        return user;
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
