package dev.signalbox.postgres.outbox;

import dev.signalbox.core.outbox.OutboxSettings;
import dev.signalbox.jdbc.NamedStatements;
import dev.signalbox.jdbc.OutboxLayout;
import dev.signalbox.jdbc.Quoting;
import dev.signalbox.jdbc.Sql;
import dev.signalbox.jdbc.SqlFolder;
import dev.signalbox.jdbc.connection.Transactions;
import dev.signalbox.jdbc.fault.RowWrite;
import dev.signalbox.jdbc.fault.TableFault;
import dev.signalbox.jdbc.fault.TrialResult;
import dev.signalbox.jdbc.fault.WrittenValue;
import dev.signalbox.jdbc.schema.TrialMode;
import dev.signalbox.postgres.connection.PostgresConnections;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Writes every state into a copy of a table, or into one of its rows, and rolls back. */
public final class PostgresWriteTrial {
    private static final Quoting QUOTING = Quoting.POSTGRESQL;
    private static final String COPY = "pg_temp.signalbox_trial";

    enum Statement {
        MAY_COPY,
        TRIGGERS,
        COPY,
        ALLOW_NULL,
        COPY_ROW,
        NEW_ROW,
        PICK,
        WRITE,
        REACHED
    }

    private static final NamedStatements<Statement> SQL = SqlFolder.beside(
                    PostgresWriteTrial.class, "column columns condition id row table values")
            .statements("trial.sql", Statement.class);

    private final PostgresOutboxTable table;
    private final List<RowWrite> writes;
    private final String name;

    private PostgresWriteTrial(PostgresOutboxTable table, List<RowWrite> writes) {
        this.table = table;
        this.writes = writes;
        this.name = table.layout().table().quoted(QUOTING);
    }

    /** Tries the writes to a usable table on a connection of its own. */
    public static TrialResult run(
            PostgresConnections connections, OutboxInspection inspection, List<RowWrite> writes, TrialMode mode)
            throws SQLException {
        PostgresWriteTrial trial = new PostgresWriteTrial(inspection.table(), writes);
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
        String row = "t.%s = CAST(:id AS %s)".formatted(id, table.column("id").type());
        List<TableFault> faults = write(connection, name, row, picked.get());
        return faults.isEmpty() ? TrialResult.ofRow() : new TrialResult(faults, "");
    }

    private TrialResult onCopy(Connection connection) throws SQLException {
        if (!SQL.sql(Statement.MAY_COPY).one(connection, Map.of(), row -> row.getBoolean("allowed"))) {
            return TrialResult.notTried("the right TEMPORARY on the database is missing");
        }
        try {
            Transactions.attempt(connection, it -> copied(it));
        } catch (SQLException e) {
            return TrialResult.notTried("the table cannot be copied with a row: " + shown(e));
        }
        List<TableFault> faults = write(connection, COPY, "TRUE", "");
        List<String> triggers =
                SQL.sql(Statement.TRIGGERS).list(connection, Map.of("table", name), row -> row.getString("name"));
        return faults.isEmpty() ? TrialResult.ofCopy(triggers) : new TrialResult(faults, "");
    }

    /** Only the written columns keep their NOT NULL: no other gets a value. */
    private boolean copied(Connection connection) throws SQLException {
        SQL.sql(Statement.COPY, Map.of("table", name)).execute(connection, Map.of());
        Set<String> written = new LinkedHashSet<>();
        writes.forEach(write -> written.addAll(write.values().keySet()));
        Set<String> kept = written.stream().map(key -> table.column(key).name()).collect(Collectors.toSet());
        List<String> readable = new ArrayList<>();
        for (PostgresColumn column : table.columns().values()) {
            if (column.neverNull() && !kept.contains(column.name())) {
                SQL.sql(Statement.ALLOW_NULL, Map.of("column", QUOTING.quote(column.name())))
                        .execute(connection, Map.of());
            }
            if (column.maySelect() && !column.computed()) {
                readable.add(QUOTING.quote(column.name()));
            }
        }
        Map<String, String> names = Map.of("columns", String.join(", ", readable), "table", name);
        if (SQL.sql(Statement.COPY_ROW, names).update(connection, Map.of()) == 0) {
            insertWaiting(connection);
        }
        return true;
    }

    /** A table without rows gets one that waits, with nothing but its state. */
    private void insertWaiting(Connection connection) throws SQLException {
        Map<String, String> values = new LinkedHashMap<>();
        OutboxLayout layout = table.layout();
        values.put("created_at", PostgresWrittenValues.of(table.column("created_at"), new WrittenValue.Time()));
        switch (layout.stateEncoding()) {
            case OutboxLayout.StatusWords words -> values.put("status", QUOTING.literal(words.pending()));
            case OutboxLayout.SentOnly _ when layout.columns().status() != null -> values.put("status", "FALSE");
            case OutboxLayout.SentOnly _, OutboxLayout.StateTimestamps() -> {}
        }
        if (layout.columns().retryCount() != null) {
            values.put("retry_count", "0");
        }
        String columns = values.keySet().stream()
                .map(key -> QUOTING.quote(table.column(key).name()))
                .collect(Collectors.joining(", "));
        SQL.sql(Statement.NEW_ROW, Map.of("columns", columns, "values", String.join(", ", values.values())))
                .execute(connection, Map.of());
    }

    private List<TableFault> write(Connection connection, String target, String row, String id) throws SQLException {
        Map<String, String> conditions = PostgresOutboxSql.names(table, OutboxSettings.DEFAULTS);
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
                Transactions.attempt(connection, it -> update.update(it, Map.of("id", id)));
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
                    PostgresColumn column = table.column(value.getKey());
                    return QUOTING.quote(column.name()) + " = " + PostgresWrittenValues.of(column, value.getValue());
                })
                .collect(Collectors.joining(", "));
    }

    /** The first line, because the others may show a row. */
    private String shown(SQLException failure) {
        return String.valueOf(failure.getMessage())
                .lines()
                .findFirst()
                .orElse("")
                .replace("signalbox_trial", table.layout().table().toString());
    }
}
