package dev.signalbox.mysql.connection;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Locale;

/** Which of the two servers a connection reaches, with either driver. */
public enum ServerKind {
    MYSQL,
    MARIADB;

    public static ServerKind of(Connection connection) throws SQLException {
        String version = connection.getMetaData().getDatabaseProductName() + " "
                + connection.getMetaData().getDatabaseProductVersion();
        return version.toLowerCase(Locale.ROOT).contains("mariadb") ? MARIADB : MYSQL;
    }
}
