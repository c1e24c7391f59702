package dev.signalbox.spring;

import dev.signalbox.client.Database;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * The outbox table as the application sees it.
 *
 * @param schema null if the session's search path or database decides
 * @param database null if the driver's name for it is to tell
 */
record OutboxTable(
        @Nullable String schema, String name, @Nullable Database database) {
    private static final String POSTGRES = "SELECT has_any_column_privilege(to_regclass(?), 'INSERT')";

    /** These servers list only tables that the user may do something with. */
    private static final String MYSQL = "SELECT true FROM information_schema.tables"
            + " WHERE table_schema = coalesce(?, database()) AND table_name = ?";

    /** What can be said of the table without writing to it. */
    enum Sight {
        VISIBLE,
        NOT_WRITABLE,
        MISSING
    }

    static OutboxTable named(String text, @Nullable Database database) {
        int dot = text.indexOf('.');
        return new OutboxTable(dot < 0 ? null : text.substring(0, dot), text.substring(dot + 1), database);
    }

    Sight look(Connection connection) throws SQLException {
        boolean postgres = isPostgres(connection);
        try (PreparedStatement statement = connection.prepareStatement(postgres ? POSTGRES : MYSQL)) {
            statement.setString(1, postgres ? quoted() : schema);
            if (!postgres) {
                statement.setString(2, name);
            }
            try (ResultSet found = statement.executeQuery()) {
                return sight(found);
            }
        }
    }

    private static Sight sight(ResultSet found) throws SQLException {
        if (!found.next()) {
            return Sight.MISSING;
        }
        boolean writable = found.getBoolean(1);
        return found.wasNull() ? Sight.MISSING : writable ? Sight.VISIBLE : Sight.NOT_WRITABLE;
    }

    private boolean isPostgres(Connection connection) throws SQLException {
        return database == null
                ? connection.getMetaData().getDatabaseProductName().equals("PostgreSQL")
                : database == Database.POSTGRESQL;
    }

    private String quoted() {
        return schema == null ? quoted(name) : quoted(schema) + "." + quoted(name);
    }

    private static String quoted(String part) {
        return "\"" + part.replace("\"", "\"\"") + "\"";
    }

    @Override
    public String toString() {
        return schema == null ? name : schema + "." + name;
    }
}
