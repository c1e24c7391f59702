package dev.signalbox.client;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.util.Locale;

/** The databases that messages can be recorded in by JDBC. */
public enum Database {
    POSTGRESQL('"'),
    MYSQL('`'),
    MARIADB('`');

    private final char mark;

    Database(char mark) {
        this.mark = mark;
    }

    /** Which one this connection leads to; what the driver knows is enough, nothing is sent. */
    static Database of(Connection connection) throws SQLException {
        DatabaseMetaData facts = connection.getMetaData();
        String name = facts.getDatabaseProductName();
        String words = (name + " " + facts.getDatabaseProductVersion()).toLowerCase(Locale.ROOT);
        if (words.contains("mariadb")) {
            return MARIADB;
        } else if (words.contains("mysql")) {
            return MYSQL;
        } else if (words.contains("postgresql")) {
            return POSTGRESQL;
        }
        throw new IllegalStateException("The connection leads to '" + name
                + "', and Signalbox reads PostgreSQL, MySQL and MariaDB. If it is one of them under another name, say which:"
                + " builder(…).database(Database.POSTGRESQL)");
    }

    /** The name as it stands in a statement. */
    String quote(String name) {
        return mark + name.replace(String.valueOf(mark), String.valueOf(mark) + mark) + mark;
    }

    String quote(TableName table) {
        return table.schema() == null ? quote(table.table()) : quote(table.schema()) + "." + quote(table.table());
    }
}
