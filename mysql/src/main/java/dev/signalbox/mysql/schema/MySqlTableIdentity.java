package dev.signalbox.mysql.schema;

import dev.signalbox.jdbc.TableName;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How a MySQL or MariaDB server resolves table names: {@code outbox_events} and {@code shop.outbox_events} must not get
 * two owners.
 *
 * @param database null if the URL names none
 * @param anyCase whether {@code A} and {@code a} are the same table
 */
public record MySqlTableIdentity(@Nullable String database, boolean anyCase) {
    public static MySqlTableIdentity read(Connection connection) throws SQLException {
        return SchemaSql.NAMES
                .sql()
                .one(
                        connection,
                        Map.of(),
                        row -> new MySqlTableIdentity(row.getString("name"), row.getInt("lower_case") != 0));
    }

    /** Whether such a table exists and is visible. */
    public boolean exists(TableName table, Connection connection) throws SQLException {
        Map<String, @Nullable Object> values = new HashMap<>();
        values.put("schema", table.schema());
        values.put("name", table.table());
        return SchemaSql.EXISTS.sql().query(connection, values, ResultSet::next);
    }

    /** The table's identity, the same on all nodes with any spelling. */
    public String identity(TableName table) {
        String schema = table.schema() == null ? database : table.schema();
        String qualified = new TableName(schema, table.table()).toString();
        return anyCase ? qualified.toLowerCase(Locale.ROOT) : qualified;
    }
}
