package dev.signalbox.mysql.outbox;

import dev.signalbox.jdbc.NamedStatements;
import dev.signalbox.jdbc.OutboxLayout;
import dev.signalbox.jdbc.Quoting;
import dev.signalbox.jdbc.Sql;
import dev.signalbox.jdbc.SqlFolder;
import dev.signalbox.jdbc.fault.CheckConstraint;
import dev.signalbox.jdbc.fault.RowWrite;
import dev.signalbox.jdbc.fault.TableFault;
import dev.signalbox.jdbc.fault.WrittenValue;
import dev.signalbox.mysql.connection.ServerKind;
import java.lang.System.Logger.Level;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Evaluates the CHECK constraints of a table for the rows that Signalbox would write, without writing. */
final class MySqlCheckConstraints {
    private static final System.Logger LOG = System.getLogger(MySqlCheckConstraints.class.getName());
    private static final Quoting QUOTING = Quoting.MYSQL;
    private static final Sql ON_MYSQL = SqlFolder.sql(MySqlCheckConstraints.class, "constraints-mysql.sql");
    private static final Sql ON_MARIADB = SqlFolder.sql(MySqlCheckConstraints.class, "constraints-mariadb.sql");

    enum Statement {
        JUDGE_ROW
    }

    private static final NamedStatements<Statement> SQL = SqlFolder.beside(
                    MySqlCheckConstraints.class, "columns read table verdicts")
            .statements("judge.sql", Statement.class);

    private final MySqlOutboxTable table;
    private final OutboxLayout layout;
    private final List<CheckConstraint> constraints;

    private MySqlCheckConstraints(MySqlOutboxTable table, List<CheckConstraint> constraints) {
        this.table = table;
        this.layout = table.layout();
        this.constraints = constraints;
    }

    /** The faults of all constraints that can be judged: an expression that only a write may evaluate is left to the write. */
    static List<TableFault> faults(Connection connection, MySqlOutboxTable table, List<RowWrite> writes) {
        try {
            List<CheckConstraint> constraints = constraints(connection, table);
            return constraints.isEmpty()
                    ? List.of()
                    : new MySqlCheckConstraints(table, constraints).judge(connection, writes);
        } catch (SQLException e) {
            LOG.log(
                    Level.DEBUG,
                    "the constraints of {0} are not judged: {1}",
                    table.layout().table(),
                    e.getMessage());
            return List.of();
        }
    }

    private static List<CheckConstraint> constraints(Connection connection, MySqlOutboxTable table)
            throws SQLException {
        Map<String, @Nullable Object> values = new HashMap<>();
        values.put("schema", table.layout().table().schema());
        values.put("table", table.layout().table().table());
        Sql query = ServerKind.of(connection) == ServerKind.MARIADB ? ON_MARIADB : ON_MYSQL;
        return query.list(connection, values, row -> {
            String expression = row.getString("expression");
            List<String> columns = table.columns().keySet().stream()
                    .filter(name -> expression.contains(QUOTING.quote(name)))
                    .sorted()
                    .toList();
            return new CheckConstraint(row.getString("name"), expression, columns);
        });
    }

    /** A constraint that refuses both a row as it is and a waiting one says nothing about a write. */
    private List<TableFault> judge(Connection connection, List<RowWrite> writes) throws SQLException {
        List<Boolean> asItIs = verdicts(connection, Map.of());
        List<Boolean> waiting = verdicts(
                connection,
                layout.stateEncoding() instanceof OutboxLayout.StatusWords words
                        ? Map.of("status", new WrittenValue.Word(words.pending()))
                        : Map.of());
        List<List<RowWrite>> refused = new ArrayList<>();
        constraints.forEach(_ -> refused.add(new ArrayList<>()));
        for (RowWrite write : writes) {
            List<Boolean> verdicts = verdicts(connection, write.values());
            for (int i = 0; i < verdicts.size(); i++) {
                if (!verdicts.get(i) && (asItIs.get(i) || waiting.get(i))) {
                    refused.get(i).add(write);
                }
            }
        }
        List<TableFault> faults = new ArrayList<>();
        for (int i = 0; i < constraints.size(); i++) {
            if (!refused.get(i).isEmpty()) {
                faults.add(constraints.get(i).refuses(refused.get(i), layout, QUOTING, this::replacement));
            }
        }
        return faults;
    }

    /** Whether each constraint accepts a row with these values. */
    private List<Boolean> verdicts(Connection connection, Map<String, WrittenValue> values) throws SQLException {
        Map<String, String> written = new HashMap<>();
        values.forEach((key, value) -> {
            MySqlColumn column = table.column(key);
            written.put(column.name(), MySqlWrittenValues.typed(table, column, value));
        });
        List<MySqlColumn> used = constraints.stream()
                .flatMap(constraint -> constraint.columns().stream())
                .distinct()
                .map(name -> table.columns().get(name))
                .toList();
        String read = used.stream()
                .filter(column -> column.may("select"))
                .map(column -> QUOTING.quote(column.name()))
                .collect(Collectors.joining(", "));
        Map<String, String> names = new HashMap<>();
        names.put("read", read.isEmpty() ? "1 AS one" : read);
        names.put("table", layout.table().quoted(QUOTING));
        names.put(
                "columns",
                used.stream()
                        .map(column -> value(column, written) + " AS " + QUOTING.quote(column.name()))
                        .collect(Collectors.joining(", ")));
        names.put(
                "verdicts",
                constraints.stream()
                        .map(constraint -> "(" + constraint.expression() + ") IS NOT FALSE")
                        .collect(Collectors.joining(", ")));
        return SQL
                .sql(Statement.JUDGE_ROW, names)
                .one(
                        connection,
                        Map.of(),
                        row -> List.of(row.getString("verdicts").split(",", -1)))
                .stream()
                .map("1"::equals)
                .toList();
    }

    private static String value(MySqlColumn column, Map<String, String> written) {
        String unwritten = column.may("select") ? "t." + QUOTING.quote(column.name()) : "NULL";
        return written.getOrDefault(column.name(), unwritten);
    }

    /** MariaDB names the constraint of a column like the column. */
    private String replacement(CheckConstraint constraint, String expression) {
        String quoted = layout.table().quoted(QUOTING);
        String name = QUOTING.quote(constraint.name());
        MySqlColumn column = table.columns().get(constraint.name());
        return column == null
                ? "ALTER TABLE %s DROP CONSTRAINT %s, ADD CONSTRAINT %s CHECK (%s)"
                        .formatted(quoted, name, name, expression)
                : "ALTER TABLE %s MODIFY COLUMN %s %s%s CHECK (%s)"
                        .formatted(
                                quoted,
                                name,
                                MySqlColumnChanges.typeOf(column, column.exactType()),
                                column.values().rest(),
                                expression);
    }
}
