package dev.signalbox.postgres.outbox;

import dev.signalbox.jdbc.NamedStatements;
import dev.signalbox.jdbc.OutboxLayout;
import dev.signalbox.jdbc.Quoting;
import dev.signalbox.jdbc.SqlFolder;
import dev.signalbox.jdbc.connection.Transactions;
import dev.signalbox.jdbc.fault.CheckConstraint;
import dev.signalbox.jdbc.fault.RowWrite;
import dev.signalbox.jdbc.fault.TableFault;
import dev.signalbox.jdbc.fault.WrittenValue;
import java.lang.System.Logger.Level;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Evaluates the CHECK constraints of a table for the rows that Signalbox would write, without writing. */
final class PostgresCheckConstraints {
    private static final System.Logger LOG = System.getLogger(PostgresCheckConstraints.class.getName());
    private static final Quoting QUOTING = Quoting.POSTGRESQL;

    enum Statement {
        CONSTRAINTS,
        JUDGE,
        JUDGE_ROW
    }

    private static final NamedStatements<Statement> SQL = SqlFolder.beside(
                    PostgresCheckConstraints.class, "columns number read rows table verdicts")
            .statements("constraints.sql", Statement.class);

    private final PostgresOutboxTable table;
    private final OutboxLayout layout;
    private final List<CheckConstraint> constraints;

    private PostgresCheckConstraints(PostgresOutboxTable table, List<CheckConstraint> constraints) {
        this.table = table;
        this.layout = table.layout();
        this.constraints = constraints;
    }

    /** The faults of all constraints that can be judged: an expression that only a write may evaluate is left to the write. */
    static List<TableFault> faults(Connection connection, PostgresOutboxTable table, List<RowWrite> writes)
            throws SQLException {
        Map<String, String> values = Map.of("table", table.layout().table().quoted(QUOTING));
        List<CheckConstraint> constraints = SQL.sql(Statement.CONSTRAINTS)
                .list(
                        connection,
                        values,
                        row -> new CheckConstraint(
                                row.getString("name"), row.getString("expression"), List.of((String[])
                                        row.getArray("columns").getArray())));
        if (constraints.isEmpty()) {
            return List.of();
        }
        try {
            return Transactions.attempt(
                    connection, it -> new PostgresCheckConstraints(table, constraints).judge(it, writes));
        } catch (SQLException e) {
            LOG.log(
                    Level.DEBUG,
                    "the constraints of {0} are not judged: {1}",
                    table.layout().table(),
                    e.getMessage());
            return List.of();
        }
    }

    /** The first two rows are a row as it is, and a waiting one: a constraint that refuses both says nothing about a write. */
    private List<TableFault> judge(Connection connection, List<RowWrite> writes) throws SQLException {
        List<RowWrite> rows = new ArrayList<>();
        rows.add(new RowWrite("a message", "", Map.of()));
        rows.add(new RowWrite("a message", "", waiting()));
        rows.addAll(writes);
        List<List<Boolean>> verdicts = verdicts(connection, rows);
        List<TableFault> faults = new ArrayList<>();
        for (int i = 0; i < constraints.size(); i++) {
            int constraint = i;
            if (verdicts.get(0).get(i) || verdicts.get(1).get(i)) {
                List<RowWrite> refused = rows.stream()
                        .skip(2)
                        .filter(row -> !verdicts.get(rows.indexOf(row)).get(constraint))
                        .toList();
                if (!refused.isEmpty()) {
                    faults.add(constraints.get(i).refuses(refused, layout, QUOTING, this::replacement));
                }
            }
        }
        return faults;
    }

    private Map<String, WrittenValue> waiting() {
        return layout.stateEncoding() instanceof OutboxLayout.StatusWords words
                ? Map.of("status", new WrittenValue.Word(words.pending()))
                : Map.of();
    }

    private List<List<Boolean>> verdicts(Connection connection, List<RowWrite> rows) throws SQLException {
        Set<String> used = new LinkedHashSet<>();
        constraints.forEach(constraint -> used.addAll(constraint.columns()));
        String read = used.stream()
                .filter(name -> table.columnNamed(name).maySelect())
                .map(QUOTING::quote)
                .collect(Collectors.joining(", "));
        List<String> selects = new ArrayList<>();
        for (int number = 0; number < rows.size(); number++) {
            selects.add(select(number, rows.get(number), used));
        }
        Map<String, String> names = new HashMap<>();
        names.put("read", read.isEmpty() ? "1 AS one" : read);
        names.put("table", layout.table().quoted(QUOTING));
        names.put("rows", String.join("\nUNION ALL\n", selects) + "\nORDER BY number");
        return SQL.sql(Statement.JUDGE, names)
                .list(
                        connection,
                        Map.of(),
                        row -> List.of((Boolean[]) row.getArray("verdicts").getArray()));
    }

    private String select(int number, RowWrite row, Set<String> used) {
        Map<String, String> written = new HashMap<>();
        row.values().forEach((key, value) -> {
            PostgresColumn column = table.column(key);
            written.put(column.name(), PostgresWrittenValues.typed(column, value));
        });
        String columns = used.stream()
                .map(name -> value(table.columnNamed(name), written) + " AS " + QUOTING.quote(name))
                .collect(Collectors.joining(", "));
        String verdicts = constraints.stream()
                .map(constraint -> "(" + constraint.expression() + ") IS NOT FALSE")
                .collect(Collectors.joining(", "));
        return SQL.sql(
                        Statement.JUDGE_ROW,
                        Map.of("number", String.valueOf(number), "verdicts", verdicts, "columns", columns))
                .text();
    }

    private static String value(PostgresColumn column, Map<String, String> written) {
        String unwritten =
                column.maySelect() ? "t." + QUOTING.quote(column.name()) : "CAST(NULL AS " + column.exactType() + ")";
        return written.getOrDefault(column.name(), unwritten);
    }

    private String replacement(CheckConstraint constraint, String expression) {
        String name = QUOTING.quote(constraint.name());
        return "ALTER TABLE %s DROP CONSTRAINT %s, ADD CONSTRAINT %s CHECK (%s)"
                .formatted(layout.table().quoted(QUOTING), name, name, expression);
    }
}
