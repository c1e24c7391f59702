package dev.signalbox.mysql.outbox;

import dev.signalbox.core.message.ColumnLimits;
import dev.signalbox.jdbc.NamedStatements;
import dev.signalbox.jdbc.OutboxLayout;
import dev.signalbox.jdbc.Quoting;
import dev.signalbox.jdbc.Sql;
import dev.signalbox.jdbc.SqlFolder;
import dev.signalbox.jdbc.fault.RowWrite;
import dev.signalbox.jdbc.fault.TableFault;
import dev.signalbox.jdbc.fault.TrialResult;
import dev.signalbox.jdbc.schema.TrialMode;
import dev.signalbox.mysql.connection.MySqlConnections;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Writes every state into a copy of a table, or into one of its rows, and rolls back. */
public final class MySqlWriteTrial {
    private static final Quoting QUOTING = Quoting.MYSQL;
    private static final String COPY = "signalbox_trial";

    enum Statement {
        COPY,
        COPY_ROW,
        NEW_ROW,
        DROP,
        TRIGGERS,
        PICK,
        WRITE,
        REACHED
    }

    private static final NamedStatements<Statement> SQL = SqlFolder.beside(
                    MySqlWriteTrial.class, "columns condition id row table values")
            .statements("trial.sql", Statement.class);

    private final MySqlOutboxTable table;
    private final List<RowWrite> writes;
    private final String name;

    private MySqlWriteTrial(MySqlOutboxTable table, List<RowWrite> writes) {
        this.table = table;
        this.writes = writes;
        this.name = table.layout().table().quoted(QUOTING);
    }

    /** Tries the writes to a usable table on a connection of its own. */
    public static TrialResult run(
            MySqlConnections connections, MySqlOutboxTable table, List<RowWrite> writes, TrialMode mode)
            throws SQLException {
        MySqlWriteTrial trial = new MySqlWriteTrial(table, writes);
        try (Connection connection = connections.borrow()) {
            connection.setAutoCommit(false);
            try {
                return mode == TrialMode.ROW ? trial.onRow(connection) : trial.onCopy(connection);
            } finally {
                connection.rollback();
                connection.setAutoCommit(true);
            }
        }
    }

    private TrialResult onRow(Connection connection) throws SQLException {
        String id = QUOTING.quote(table.layout().columns().id());
        Optional<String> picked = SQL.sql(Statement.PICK, Map.of("id", id, "table", name))
                .first(connection, Map.of(), row -> row.getString("id"));
        if (picked.isEmpty()) {
            return TrialResult.notTried("the table has no row, or all its rows are locked");
        }
        List<TableFault> faults = write(connection, name, "t." + id + " = :id", table.id(picked.get()));
        return faults.isEmpty() ? TrialResult.ofRow() : new TrialResult(faults, "");
    }

    private TrialResult onCopy(Connection connection) throws SQLException {
        try {
            SQL.sql(Statement.COPY, Map.of("table", name)).execute(connection, Map.of());
        } catch (SQLException e) {
            return TrialResult.notTried("no temporary copy can be made: " + shown(e));
        }
        try {
            if (!filled(connection)) {
                return TrialResult.notTried("the table is empty, and only the application knows what a row needs");
            }
            List<TableFault> faults = write(connection, COPY, "TRUE", "");
            return faults.isEmpty() ? TrialResult.ofCopy(triggers(connection)) : new TrialResult(faults, "");
        } catch (SQLException e) {
            return TrialResult.notTried("the copy takes no row: " + shown(e));
        } finally {
            SQL.sql(Statement.DROP).execute(connection, Map.of());
        }
    }

    private List<String> triggers(Connection connection) throws SQLException {
        Map<String, @Nullable Object> values = new HashMap<>();
        values.put("schema", table.layout().table().schema());
        values.put("table", table.layout().table().table());
        return SQL.sql(Statement.TRIGGERS).list(connection, values, row -> row.getString("name"));
    }

    /** Whether the copy has a row: one of the table's, or else one that waits. */
    private boolean filled(Connection connection) throws SQLException {
        String columns = table.columns().values().stream()
                .filter(column -> column.may("select") && !column.computed())
                .map(column -> QUOTING.quote(column.name()))
                .collect(Collectors.joining(", "));
        Map<String, String> names = Map.of("columns", columns, "table", name);
        if (SQL.sql(Statement.COPY_ROW, names).update(connection, Map.of()) > 0) {
            return true;
        }
        Map<String, String> waiting = new LinkedHashMap<>();
        OutboxLayout layout = table.layout();
        waiting.put("created_at", "UTC_TIMESTAMP()");
        switch (layout.stateEncoding()) {
            case OutboxLayout.StatusWords words -> waiting.put("status", QUOTING.literal(words.pending()));
            case OutboxLayout.SentOnly _ when layout.columns().status() != null -> waiting.put("status", "FALSE");
            case OutboxLayout.SentOnly _, OutboxLayout.StateTimestamps() -> {}
        }
        String written = waiting.keySet().stream()
                .map(key -> QUOTING.quote(table.column(key).name()))
                .collect(Collectors.joining(", "));
        return SQL.sql(Statement.NEW_ROW, Map.of("columns", written, "values", String.join(", ", waiting.values())))
                        .update(connection, Map.of())
                > 0;
    }

    private List<TableFault> write(Connection connection, String target, String row, Object id) throws SQLException {
        Map<String, String> conditions = MySqlOutboxSql.names(table, ColumnLimits.DEFAULTS);
        List<TableFault> faults = new ArrayList<>();
        for (RowWrite write : writes) {
            Map<String, String> names = new HashMap<>();
            names.put("table", target);
            names.put("row", row);
            names.put("values", assignments(write));
            names.put("condition", conditions.getOrDefault("t_" + write.condition(), "TRUE"));
            Sql update = SQL.sql(Statement.WRITE, names);
            Sql reached = SQL.sql(Statement.REACHED, names);
            try {
                update.update(connection, Map.of("id", id));
            } catch (SQLException e) {
                faults.add(TrialResult.refused(write, shown(e)));
                continue;
            }
            if (!reached.first(connection, Map.of("id", id), found -> found.getBoolean("reached"))
                    .orElse(false)) {
                faults.add(TrialResult.changed(write));
            }
        }
        return faults;
    }

    private String assignments(RowWrite write) {
        return write.values().entrySet().stream()
                .map(value -> {
                    MySqlColumn column = table.column(value.getKey());
                    return QUOTING.quote(column.name()) + " = "
                            + MySqlWrittenValues.of(table, column, value.getValue());
                })
                .collect(Collectors.joining(", "));
    }

    /** The first line, because the others may show a row. */
    private String shown(SQLException failure) {
        return String.valueOf(failure.getMessage())
                .lines()
                .findFirst()
                .orElse("")
                .replace(COPY, table.layout().table().toString());
    }
}
