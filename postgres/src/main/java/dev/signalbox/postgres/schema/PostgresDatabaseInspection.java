package dev.signalbox.postgres.schema;

import dev.signalbox.jdbc.Sql;
import dev.signalbox.jdbc.SqlFolder;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The objects of Signalbox in a database that belong to no single table, and what this role may add. */
record PostgresDatabaseInspection(
        String role,
        String name,
        boolean inRecovery,
        boolean twoPhase,
        boolean hasSchema,
        boolean mayCreateSchema,
        boolean mayCreateInSchema,
        boolean mayUseSchema,
        List<String> missing,
        List<String> forbidden,
        @Nullable String wakeSource,
        boolean mayReplaceWake) {

    private static final Sql DATABASE = SqlFolder.sql(PostgresDatabaseInspection.class, "database.sql");

    static PostgresDatabaseInspection read(Connection connection, List<String> sideTables) throws SQLException {
        Map<String, String[]> values = Map.of("tables", sideTables.toArray(String[]::new));
        return DATABASE.one(
                connection,
                values,
                row -> new PostgresDatabaseInspection(
                        row.getString("role"),
                        row.getString("name"),
                        row.getBoolean("in_recovery"),
                        row.getBoolean("two_phase"),
                        row.getBoolean("has_schema"),
                        row.getBoolean("may_create_schema"),
                        row.getBoolean("may_create_in_schema"),
                        row.getBoolean("may_use_schema"),
                        texts(row, "missing"),
                        texts(row, "forbidden"),
                        row.getString("wake_source"),
                        row.getBoolean("may_replace_wake")));
    }

    static List<String> texts(ResultSet row, String column) throws SQLException {
        return List.of((String[]) row.getArray(column).getArray());
    }

    /** The rights that this role lacks to create something in the schema. */
    List<String> rightsToCreate() {
        if (!hasSchema) {
            return mayCreateSchema ? List.of() : List.of("CREATE on database " + name);
        }
        return mayCreateInSchema ? List.of() : List.of("CREATE on schema signalbox");
    }
}
