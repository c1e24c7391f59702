package dev.signalbox.postgres.schema;

import dev.signalbox.jdbc.Sql;
import dev.signalbox.jdbc.SqlFolder;
import dev.signalbox.postgres.connection.PostgresSearchPath;
import dev.signalbox.postgres.lease.SchemaIntruder;
import dev.signalbox.postgres.notify.WakeUpTrigger;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The objects of Signalbox in a database that belong to no single table, and what this role may add.
 *
 * @param unsafePath the search path of the role, if other roles may add to it and it can't be set for a session
 */
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
        boolean wakeCurrent,
        boolean mayReplaceWake,
        List<SchemaIntruder> intruders,
        Optional<String> unsafePath) {

    private static final Sql DATABASE = SqlFolder.sql(PostgresDatabaseInspection.class, "database.sql");

    static PostgresDatabaseInspection read(Connection connection, List<String> sideTables) throws SQLException {
        Map<String, String[]> values = Map.of("tables", sideTables.toArray(String[]::new));
        List<SchemaIntruder> intruders = SchemaIntruder.find(connection);
        Optional<String> unsafePath = PostgresSearchPath.unsafe(connection);
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
                        WakeUpTrigger.isFunction(row.getString("wake_source"), texts(row, "wake_parameters")),
                        row.getBoolean("may_replace_wake"),
                        intruders,
                        unsafePath));
    }

    /** A database that is not looked at, and has nothing of Signalbox. */
    static PostgresDatabaseInspection unseen(String role) {
        return new PostgresDatabaseInspection(
                role,
                "",
                false,
                false,
                false,
                true,
                true,
                true,
                SideSchemaStatements.names(),
                List.of(),
                null,
                false,
                true,
                List.of(),
                Optional.empty());
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
