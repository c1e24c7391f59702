package dev.signalbox.client;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.util.Locale;

/** The databases that the JDBC outbox supports. */
public enum Database {
    POSTGRESQL('"'),
    MYSQL('`'),
    MARIADB('`');

    private final char quoteChar;

    Database(char quoteChar) {
        this.quoteChar = quoteChar;
    }

    /** The database of a connection, by the driver's metadata; sends nothing to the server. */
    static Database of(Connection connection) throws SQLException {
        DatabaseMetaData metaData = connection.getMetaData();
        String name = metaData.getDatabaseProductName();
        String product = (name + " " + metaData.getDatabaseProductVersion()).toLowerCase(Locale.ROOT);
        if (product.contains("mariadb")) {
            return MARIADB;
        } else if (product.contains("mysql")) {
            return MYSQL;
        } else if (product.contains("postgresql")) {
            return POSTGRESQL;
        }
        throw new IllegalStateException("The database of the connection is '" + name
                + "', but Signalbox supports PostgreSQL, MySQL and MariaDB. If it is one of them under another name, set it:"
                + " builder(…).database(Database.POSTGRESQL)");
    }

    /** The quoted name. */
    String quote(String name) {
        return quoteChar + name.replace(String.valueOf(quoteChar), String.valueOf(quoteChar) + quoteChar) + quoteChar;
    }

    String quote(TableName table) {
        return table.schema() == null ? quote(table.table()) : quote(table.schema()) + "." + quote(table.table());
    }
}
