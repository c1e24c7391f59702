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
 * @param schema null if the session's search path or database decides
 * @param database null if the driver's name for it is to tell
 */
record NamedTable(
        @Nullable String schema, String name, @Nullable Database database) {
    /** Whoever may insert into some columns may insert a message: the others have defaults. */
    private static final String POSTGRES = "SELECT has_any_column_privilege(to_regclass(?), 'INSERT')";

    /** These servers list only tables that the user may do something with. */
    private static final String MYSQL = "SELECT true FROM information_schema.tables"
            + " WHERE table_schema = coalesce(?, database()) AND table_name = ?";

    /** Reads {@code table} or {@code schema.table}. */
    static NamedTable parse(String text, @Nullable Database database) {
        int dot = text.indexOf('.');
        return new NamedTable(dot < 0 ? null : text.substring(0, dot), text.substring(dot + 1), database);
    }

    /** What can be said of it without writing to it. */
    TableState look(Connection connection) throws SQLException {
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
     * Counts rows, and stops soon: the cost does not grow with the table.
     *
     * @param condition which rows; they need an index unless most rows are meant
     */
    RowCount count(Connection connection, String condition) throws SQLException {
        String some = "SELECT 1 FROM " + quoted(isPostgres(connection) ? '"' : '`') + " WHERE " + condition + " LIMIT "
                + (RowCount.MOST + 1);
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

    private String quoted(char mark) {
        return schema == null ? quoted(name, mark) : quoted(schema, mark) + "." + quoted(name, mark);
    }

    private static String quoted(String part, char mark) {
        return mark + part.replace(String.valueOf(mark), String.valueOf(mark) + mark) + mark;
    }

    @Override
    public String toString() {
        return schema == null ? name : schema + "." + name;
    }
}
