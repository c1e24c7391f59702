package dev.signalbox.spring;

import dev.signalbox.client.Database;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.jspecify.annotations.Nullable;

/**
 * A table as the application sees it.
 *
 * @param schema null for the session's default schema
 * @param database null to detect it by the driver's product name
 */
record NamedTable(
        @Nullable String schema, String name, @Nullable Database database) {
    /** The right to insert into some columns suffices: the others have defaults. */
    private static final String POSTGRES = "SELECT has_any_column_privilege(to_regclass(?), 'INSERT')";

    /** These servers list only tables that the user has a privilege on. */
    private static final String MYSQL = "SELECT true FROM information_schema.tables"
            + " WHERE table_schema = coalesce(?, database()) AND table_name = ?";

    /** Reads {@code table} or {@code schema.table}. */
    static NamedTable parse(String text, @Nullable Database database) {
        int dot = text.indexOf('.');
        return new NamedTable(dot < 0 ? null : text.substring(0, dot), text.substring(dot + 1), database);
    }

    /** Checks the table without writing to it. */
    TableState inspect(Connection connection) throws SQLException {
        boolean postgres = isPostgres(connection);
        try (PreparedStatement statement = connection.prepareStatement(postgres ? POSTGRES : MYSQL)) {
            statement.setString(1, postgres ? quoted('"') : schema);
            if (!postgres) {
                statement.setString(2, name);
            }
            try (ResultSet found = statement.executeQuery()) {
                return state(found);
            }
        }
    }

    private static TableState state(ResultSet found) throws SQLException {
        if (!found.next()) {
            return TableState.MISSING;
        }
        boolean writable = found.getBoolean(1);
        return found.wasNull() ? TableState.MISSING : writable ? TableState.READY : TableState.NOT_WRITABLE;
    }

    /**
     * Counts rows up to a limit, so that the cost does not grow with the table.
     *
     * @param condition which rows; needs an index unless most rows match
     */
    RowCount count(Connection connection, String condition) throws SQLException {
        String some = "SELECT 1 FROM " + quoted(isPostgres(connection) ? '"' : '`') + " WHERE " + condition + " LIMIT "
                + (RowCount.MAX + 1);
        try (Statement statement = connection.createStatement();
                ResultSet counted = statement.executeQuery("SELECT count(*) FROM (" + some + ") AS found")) {
            counted.next();
            return RowCount.of(counted.getLong(1));
        }
    }

    boolean isPostgres(Connection connection) throws SQLException {
        return database == null
                ? connection.getMetaData().getDatabaseProductName().equals("PostgreSQL")
                : database == Database.POSTGRESQL;
    }

    private String quoted(char quote) {
        return schema == null ? quoted(name, quote) : quoted(schema, quote) + "." + quoted(name, quote);
    }

    private static String quoted(String part, char quote) {
        return quote + part.replace(String.valueOf(quote), String.valueOf(quote) + quote) + quote;
    }

    @Override
    public String toString() {
        return schema == null ? name : schema + "." + name;
    }
}
