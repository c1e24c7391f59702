package dev.signalbox.postgres.schema;

import dev.signalbox.jdbc.Quoting;
import dev.signalbox.jdbc.Sql;
import dev.signalbox.jdbc.SqlFolder;
import dev.signalbox.jdbc.TableName;
import dev.signalbox.postgres.TriggerWithoutPath;
import dev.signalbox.postgres.notify.WakeUpTrigger;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The objects of Signalbox on a table, and what this role may add to it.
 *
 * @param broken our indexes whose build did not finish
 * @param otherTriggers those of others whose functions do not set their search path
 */
record PostgresTableInspection(
        String schema,
        boolean partitioned,
        String owner,
        boolean owned,
        boolean mayCreateInSchema,
        boolean mayTrigger,
        TriggerState trigger,
        List<String> broken,
        boolean beingIndexed,
        List<TriggerWithoutPath> otherTriggers) {

    enum TriggerState {
        PRESENT,
        MISSING,
        OFF,
        FOREIGN
    }

    private static final Sql TABLE = SqlFolder.sql(PostgresTableInspection.class, "table.sql");

    /**
     * @param inserts whether Signalbox inserts rows into it
     * @param indexes the names of our indexes on it
     */
    static Optional<PostgresTableInspection> read(
            Connection connection, TableName table, boolean inserts, String... indexes) throws SQLException {
        Map<String, Object> values =
                Map.of("table", table.quoted(Quoting.POSTGRESQL), "trigger", WakeUpTrigger.NAME, "indexes", indexes);
        List<TriggerWithoutPath> others = TriggerWithoutPath.on(connection, table, inserts);
        return TABLE.first(connection, values, row -> of(row, others));
    }

    /** The expected state of a table that this role creates, or an administrator if the role lacks the rights. */
    static PostgresTableInspection planned(String schema, String role, boolean mayCreate) {
        return new PostgresTableInspection(
                schema, false, role, true, mayCreate, mayCreate, TriggerState.MISSING, List.of(), false, List.of());
    }

    /** A table that is not looked at: a trigger that it may have is replaced. */
    static PostgresTableInspection unseen(String schema, String role) {
        return new PostgresTableInspection(
                schema, false, role, true, true, true, TriggerState.OFF, List.of(), false, List.of());
    }

    private static PostgresTableInspection of(ResultSet row, List<TriggerWithoutPath> others) throws SQLException {
        return new PostgresTableInspection(
                row.getString("schema"),
                row.getBoolean("partitioned"),
                row.getString("owner"),
                row.getBoolean("owned"),
                row.getBoolean("may_create_in_schema"),
                row.getBoolean("may_trigger"),
                TriggerState.valueOf(row.getString("trigger")),
                PostgresDatabaseInspection.texts(row, "broken"),
                row.getBoolean("being_indexed"),
                others);
    }

    List<String> rightsToIndex() {
        List<String> missing = new ArrayList<>();
        if (!owned) {
            missing.add("ownership of the table, which belongs to " + owner);
        }
        if (!mayCreateInSchema) {
            missing.add("CREATE on schema " + schema);
        }
        return missing;
    }

    List<String> rightsToTrigger() {
        boolean replaces = trigger != TriggerState.MISSING;
        if (replaces && !owned) {
            return List.of("ownership of the table, which belongs to " + owner);
        }
        return mayTrigger ? List.of() : List.of("TRIGGER on the table");
    }
}
