package dev.signalbox.postgres.owntable;

import dev.signalbox.jdbc.Quoting;
import dev.signalbox.jdbc.Sql;
import dev.signalbox.jdbc.SqlFolder;
import dev.signalbox.jdbc.TableName;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What was found when looking at the table.
 *
 * @param exists whether there is such a table
 * @param failedExists whether it has its companion for failed messages
 * @param lateIndex whether late rows are found by an index
 * @param groupIndex whether the messages of a group are found by an index
 * @param faults what is wrong with those that exist
 * @param asciiDatabase whether the database does not say in which encoding its text is
 */
public record OwnTableInspection(
        boolean exists,
        boolean failedExists,
        boolean lateIndex,
        boolean groupIndex,
        List<String> faults,
        boolean asciiDatabase) {
    /** The longest name that leaves room for those derived from it. */
    private static final int LONGEST_NAME = 49;

    private static final Sql INSPECT = SqlFolder.sql(OwnTableInspection.class, "inspect.sql");

    /** What is wrong with the name itself. */
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

    /** Looks at the table through this connection, with the rights of its user. */
    public static OwnTableInspection inspect(Connection connection, TableName table) throws SQLException {
        TableName failed = OwnTableSql.failed(table);
        Map<String, String> names =
                Map.of("table", table.quoted(Quoting.POSTGRESQL), "failed", failed.quoted(Quoting.POSTGRESQL));
        try (PreparedStatement statement = INSPECT.prepare(connection, names);
                ResultSet found = statement.executeQuery()) {
            found.next();
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
                    faults,
                    "SQL_ASCII".equals(found.getString("encoding")));
        }
    }

    /** What makes it useless. */
    List<String> problems(TableName table) {
        List<String> problems = new ArrayList<>();
        if (!exists) {
            problems.add("it does not exist, or may not be seen");
        }
        if (!failedExists) {
            problems.add("its companion " + OwnTableSql.failed(table) + " does not exist, or may not be seen");
        }
        problems.addAll(faults);
        return problems;
    }

    /** What works, but slower than it should. */
    List<String> warnings() {
        return exists && !lateIndex
                ? List.of("there is no index on (xid, position): every read goes through the whole table")
                : List.of();
    }

    private static void fault(List<String> faults, String what, String names) {
        if (!names.isEmpty()) {
            faults.add(what + names);
        }
    }
}
