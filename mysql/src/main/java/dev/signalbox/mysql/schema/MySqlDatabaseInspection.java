package dev.signalbox.mysql.schema;

import dev.signalbox.jdbc.Quoting;
import dev.signalbox.jdbc.TableName;
import dev.signalbox.jdbc.lease.SideSchemaState;
import dev.signalbox.mysql.lease.MySqlSideSchema;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The side schema of a database, and the rights of this user.
 *
 * @param name null if the URL names none
 * @param account as in a GRANT statement
 * @param missing the tables of the side schema that do not exist or are not visible
 * @param forbidden the rights that this user lacks on the existing tables
 * @param grants this user's grants, as the server lists them
 */
record MySqlDatabaseInspection(
        @Nullable String name,
        String account,
        boolean readOnly,
        List<String> missing,
        List<String> forbidden,
        List<String> grants) {

    static MySqlDatabaseInspection read(Connection connection) throws SQLException {
        List<String> grants = SchemaSql.GRANTS.sql().list(connection, Map.of(), row -> row.getString(1));
        return SchemaSql.PLACE.sql().one(connection, Map.of(), row -> {
            String name = row.getString("name");
            return new MySqlDatabaseInspection(
                    name,
                    MySqlSideSchema.quotedAccount(row.getString("account")),
                    row.getBoolean("read_only"),
                    name == null ? List.of() : MySqlSideSchema.missing(connection),
                    name == null ? List.of() : MySqlSideSchema.forbidden(connection),
                    grants);
        });
    }

    /** The table's storage engine. */
    String engineOf(Connection connection, TableName table) throws SQLException {
        Map<String, @Nullable Object> values = new HashMap<>();
        values.put("schema", table.schema());
        values.put("table", table.table());
        return SchemaSql.ENGINE
                .sql()
                .first(connection, values, row -> String.valueOf(row.getString("engine")))
                .orElse("unknown");
    }

    /** The rights that this user seems to lack for a change. Roles may still grant them, so this is only a hint. */
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
        // A grant for a whole database escapes underscores and percent signs
        String place = grant.substring(on + 4, to).replace("\\", "");
        boolean here = List.of(
                        "*.*",
                        Quoting.MYSQL.quote(database) + ".*",
                        Quoting.MYSQL.quote(database) + "." + Quoting.MYSQL.quote(table))
                .contains(place);
        return here
                && (rights.contains("ALL PRIVILEGES") || rights.matches(".*\\b" + right + "\\b(?! ROUTINE| VIEW|_).*"));
    }

    /** Whether the side schema is usable in its current state. */
    SideSchemaState sideTables() {
        if (name == null) {
            return new SideSchemaState.Unavailable("the URL names no database in which they could be");
        }
        return missing.isEmpty() && forbidden.isEmpty()
                ? new SideSchemaState.Available()
                : new SideSchemaState.Unavailable(String.join(", ", missing.isEmpty() ? forbidden : missing));
    }
}
