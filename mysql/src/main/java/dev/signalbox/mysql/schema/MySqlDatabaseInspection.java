package dev.signalbox.mysql.schema;

import dev.signalbox.jdbc.Quoting;
import dev.signalbox.jdbc.TableName;
import dev.signalbox.jdbc.lease.SideSchemaState;
import dev.signalbox.mysql.lease.MySqlSideSchema;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a database has of ours, and what this user may add.
 *
 * @param name null if the URL names none
 * @param account as it stands in a GRANT
 * @param missing those of our own tables that are not there, or may not be seen
 * @param forbidden what this user may not do with those that are there
 * @param grants what the server says that this user may do
 */
record MySqlDatabaseInspection(
        @Nullable String name,
        String account,
        boolean readOnly,
        List<String> missing,
        List<String> forbidden,
        List<String> grants) {

    static MySqlDatabaseInspection read(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(SchemaSql.PLACE.text())) {
            row.next();
            String name = row.getString("name");
            return new MySqlDatabaseInspection(
                    name,
                    MySqlSideSchema.quotedAccount(row.getString("account")),
                    row.getBoolean("read_only"),
                    name == null ? List.of() : MySqlSideSchema.missing(connection),
                    name == null ? List.of() : MySqlSideSchema.forbidden(connection),
                    grants(connection));
        }
    }

    private static List<String> grants(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(SchemaSql.GRANTS.text())) {
            List<String> grants = new ArrayList<>();
            while (rows.next()) {
                grants.add(rows.getString(1));
            }
            return grants;
        }
    }

    /** What the server calls the table's engine. */
    String engineOf(Connection connection, TableName table) throws SQLException {
        Map<String, @Nullable Object> values = new HashMap<>();
        values.put("schema", table.schema());
        values.put("table", table.table());
        try (PreparedStatement statement = SchemaSql.ENGINE.sql().prepare(connection, values);
                ResultSet row = statement.executeQuery()) {
            return row.next() ? String.valueOf(row.getString("engine")) : "unknown";
        }
    }

    /** What this user seems to lack for such a change; roles may still give it, so it is told rather than relied on. */
    List<String> rightsMissing(String right, TableName table) {
        String database = table.schema() == null ? name : table.schema();
        boolean given = grants.stream().anyMatch(grant -> gives(grant, right, database, table.table()));
        boolean byRole = grants.stream().anyMatch(grant -> !grant.contains(" ON "));
        return given || byRole ? List.of() : List.of(right + " on " + table);
    }

    private static boolean gives(String grant, String right, @Nullable String database, String table) {
        int on = grant.indexOf(" ON ");
        int to = grant.indexOf(" TO ", on);
        if (on < 0 || to < 0 || database == null) {
            return false;
        }
        String rights = grant.substring(0, on).toUpperCase(Locale.ROOT);
        // Underscores and percent signs are escaped in a grant for a whole database
        String place = grant.substring(on + 4, to).replace("\\", "");
        boolean here = List.of(
                        "*.*",
                        Quoting.MYSQL.quote(database) + ".*",
                        Quoting.MYSQL.quote(database) + "." + Quoting.MYSQL.quote(table))
                .contains(place);
        return here
                && (rights.contains("ALL PRIVILEGES") || rights.matches(".*\\b" + right + "\\b(?! ROUTINE| VIEW|_).*"));
    }

    /** Whether our own tables can be used as they are. */
    SideSchemaState sideTables() {
        if (name == null) {
            return new SideSchemaState.Unavailable("the URL names no database in which they could be");
        }
        return missing.isEmpty() && forbidden.isEmpty()
                ? new SideSchemaState.Available()
                : new SideSchemaState.Unavailable(String.join(", ", missing.isEmpty() ? forbidden : missing));
    }
}
