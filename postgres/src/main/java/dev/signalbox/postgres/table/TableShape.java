package dev.signalbox.postgres.table;

import dev.signalbox.jdbc.Quoting;
import dev.signalbox.jdbc.Sql;
import dev.signalbox.jdbc.SqlTemplate;
import dev.signalbox.jdbc.TableName;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What was found when looking at the table.
 *
 * @param problems that make it useless
 * @param warnings about what works, but slower than it should
 * @param asciiDatabase whether the database does not say in which encoding its text is
 */
record TableShape(List<String> problems, List<String> warnings, boolean asciiDatabase) {
    /** The longest name that leaves room for those derived from it. */
    private static final int LONGEST_NAME = 49;

    private static final Sql INSPECT =
            SqlTemplate.load(TableShape.class, "inspect.sql").fill(Map.of(), Set.of());

    /** What is wrong with the name itself. */
    static List<String> problemsOf(TableName table) {
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

    static TableShape inspect(Connection connection, TableName table) throws SQLException {
        TableName failed = TableSql.failed(table);
        Map<String, String> names =
                Map.of("table", table.quoted(Quoting.POSTGRESQL), "failed", failed.quoted(Quoting.POSTGRESQL));
        try (PreparedStatement statement = INSPECT.prepare(connection, names);
                ResultSet found = statement.executeQuery()) {
            found.next();
            List<String> problems = new ArrayList<>();
            if (!found.getBoolean("table_exists")) {
                problems.add("it does not exist, or may not be seen");
            } else {
                problem(problems, "column missing: ", found.getString("missing"));
                problem(problems, "right missing: ", found.getString("denied"));
            }
            if (!found.getBoolean("failed_exists")) {
                problems.add("its companion " + failed + " does not exist, or may not be seen");
            } else {
                problem(problems, "right missing on " + failed + ": ", found.getString("failed_denied"));
            }
            List<String> warnings = found.getBoolean("table_exists") && !found.getBoolean("late_index")
                    ? List.of("there is no index on (xid, position): every read goes through the whole table")
                    : List.of();
            return new TableShape(problems, warnings, "SQL_ASCII".equals(found.getString("encoding")));
        }
    }

    private static void problem(List<String> problems, String what, String names) {
        if (!names.isEmpty()) {
            problems.add(what + names);
        }
    }
}
