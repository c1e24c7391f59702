package dev.signalbox.postgres.owntable;

import dev.signalbox.jdbc.Quoting;
import dev.signalbox.jdbc.Sql;
import dev.signalbox.jdbc.SqlFolder;
import dev.signalbox.jdbc.TableName;
import dev.signalbox.postgres.TriggerWithoutPath;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The result of inspecting the table.
 *
 * @param exists whether the table exists
 * @param failedExists whether its companion for failed messages exists
 * @param lateIndex whether an index finds late rows
 * @param groupIndex whether an index finds the messages of a group
 * @param limited whether a constraint limits the columns of new rows
 * @param faults problems of the tables that exist
 * @param asciiDatabase whether the database declares no encoding of its text
 * @param otherTriggers those of others whose functions do not set their search path
 */
public record OwnTableInspection(
        boolean exists,
        boolean failedExists,
        boolean lateIndex,
        boolean groupIndex,
        boolean limited,
        List<String> faults,
        boolean asciiDatabase,
        List<TriggerWithoutPath> otherTriggers) {
    /** The longest name that leaves room for derived names. */
    private static final int LONGEST_NAME = 49;

    private static final Sql INSPECT = SqlFolder.sql(OwnTableInspection.class, "inspect.sql");

    public static List<String> problemsOf(TableName table) {
        List<String> problems = new ArrayList<>();
        Quoting quoting = Quoting.POSTGRESQL;
        if (table.schema() != null) {
            quoting.problem("schema", table.schema()).ifPresent(problems::add);
        }
        quoting.problem("table", table.table()).ifPresent(problems::add);
        if (table.table().getBytes(StandardCharsets.UTF_8).length > LONGEST_NAME) {
            problems.add("table: '%s' is too long; allowed are %d bytes, for %s_failed_groups has to be a name too"
                    .formatted(table.table(), LONGEST_NAME, table.table()));
        }
        return problems;
    }

    /** Inspects the table through this connection, with the rights of its user. */
    public static OwnTableInspection inspect(Connection connection, TableName table) throws SQLException {
        TableName failed = PostgresOwnTable.failed(table);
        Map<String, String> names = Map.of(
                "table", table.quoted(Quoting.POSTGRESQL),
                "failed", failed.quoted(Quoting.POSTGRESQL),
                "limits", PostgresOwnTableDdl.limitsName(table));
        // An operator's retry inserts the message again.
        List<TriggerWithoutPath> others = TriggerWithoutPath.on(connection, table, true);
        return INSPECT.one(connection, names, found -> {
            boolean exists = found.getBoolean("table_exists");
            boolean failedExists = found.getBoolean("failed_exists");
            List<String> faults = new ArrayList<>();
            if (exists) {
                fault(faults, "column missing: ", found.getString("missing"));
                fault(faults, "right missing: ", found.getString("denied"));
            }
            if (failedExists) {
                fault(faults, "column missing in " + failed + ": ", found.getString("failed_missing"));
                fault(faults, "right missing on " + failed + ": ", found.getString("failed_denied"));
            }
            return new OwnTableInspection(
                    exists,
                    failedExists,
                    found.getBoolean("late_index"),
                    found.getBoolean("group_index"),
                    found.getBoolean("limited"),
                    faults,
                    "SQL_ASCII".equals(found.getString("encoding")),
                    others);
        });
    }

    List<String> problems(TableName table) {
        List<String> problems = new ArrayList<>();
        if (!exists) {
            problems.add("it does not exist, or may not be seen");
        }
        if (!failedExists) {
            problems.add("its companion " + PostgresOwnTable.failed(table) + " does not exist, or may not be seen");
        }
        problems.addAll(faults);
        return problems;
    }

    /** What works, but slowly, or may fail. */
    List<String> warnings() {
        List<String> warnings = new ArrayList<>(TriggerWithoutPath.warnings(otherTriggers));
        if (exists && !lateIndex) {
            warnings.add("there is no index on (xid, position): every read goes through the whole table");
        }
        return warnings;
    }

    private static void fault(List<String> faults, String what, String names) {
        if (!names.isEmpty()) {
            faults.add(what + names);
        }
    }
}
