package dev.signalbox.postgres.outbox;

import dev.signalbox.jdbc.ProcessedEvents;
import dev.signalbox.jdbc.Quoting;
import dev.signalbox.jdbc.Sql;
import dev.signalbox.jdbc.SqlFolder;
import dev.signalbox.jdbc.fault.TableFault;
import dev.signalbox.jdbc.fault.TableFault.Remedy;
import dev.signalbox.jdbc.fault.WriteFaults;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The table of processed events as it exists in the database.
 *
 * @param missingRights the required rights that we lack
 * @param oneEach whether an event has at most one row
 */
record PostgresProcessedEventsTable(
        ProcessedEvents processedEvents,
        Map<String, PostgresColumn> columns,
        List<String> missingRights,
        boolean oneEach) {
    private static final Sql INSPECT =
            SqlFolder.sql(PostgresProcessedEventsTable.class, "inspect-processed-events.sql");
    private static final String EVENT = ProcessedEvents.COLUMNS.getFirst();
    private static final List<String> RIGHTS = List.of("select", "insert", "update", "delete");

    static PostgresProcessedEventsTable inspect(Connection connection, ProcessedEvents notes) throws SQLException {
        Map<String, PostgresColumn> columns = new HashMap<>();
        List<String> missing = new ArrayList<>();
        boolean oneEach = false;
        try (PreparedStatement statement = INSPECT.prepare(
                        connection, Map.of("table", notes.table().quoted(Quoting.POSTGRESQL)));
                ResultSet rows = statement.executeQuery()) {
            while (rows.next()) {
                PostgresColumn column = new PostgresColumn(
                        rows.getString("name"),
                        rows.getString("type"),
                        rows.getString("exact_type"),
                        rows.getString("base_type"),
                        rows.getString("category"),
                        rows.getBoolean("may_select"),
                        rows.getBoolean("may_update"),
                        rows.getBoolean("one_each"),
                        rows.getBoolean("never_null"),
                        PostgresColumn.ColumnValues.of(rows));
                columns.put(column.name(), column);
                oneEach |= column.name().equals(EVENT) && column.leadsIndex();
                if (columns.size() == 1) {
                    for (String right : RIGHTS) {
                        if (!rows.getBoolean("may_" + right)) {
                            missing.add(right.toUpperCase(java.util.Locale.ROOT));
                        }
                    }
                }
            }
        }
        return new PostgresProcessedEventsTable(notes, columns, missing, oneEach);
    }

    /** Everything that makes this table unusable. */
    List<String> problems() {
        String table = processedEvents.table().toString();
        if (columns.isEmpty()) {
            return List.of("the table %s, which notes what is published, does not exist".formatted(table));
        }
        List<String> problems = new ArrayList<>();
        for (String name : ProcessedEvents.COLUMNS) {
            PostgresColumn column = columns.get(name);
            if (column == null) {
                problems.add("column %s of %s does not exist".formatted(name, table));
            } else if (name.endsWith("_at") && !column.isMoment()) {
                problems.add("column %s of %s is of type %s; allowed is timestamp or timestamptz"
                        .formatted(name, table, column.exactType()));
            }
        }
        if (!missingRights.isEmpty()) {
            problems.add("the right to %s is missing on %s".formatted(String.join(", ", missingRights), table));
        }
        if (columns.containsKey(EVENT) && !oneEach) {
            problems.add("%s has no unique index on (%s): one event could have two notes".formatted(table, EVENT));
        }
        return problems;
    }

    /** What makes inserts fail. */
    List<TableFault> faults() {
        String table = processedEvents.table().quoted(Quoting.POSTGRESQL);
        Map<String, Remedy> required = new TreeMap<>();
        columns.values().stream()
                .filter(column -> !ProcessedEvents.COLUMNS.contains(column.name()))
                .filter(column -> column.neverNull() && !column.values().filled())
                .forEach(column -> required.put(
                        column.name(),
                        Remedy.by("ALTER TABLE %s ALTER COLUMN %s DROP NOT NULL"
                                .formatted(table, Quoting.POSTGRESQL.quote(column.name())))));
        return WriteFaults.ofInserts(processedEvents.table().toString(), required);
    }

    /** The names to fill into a statement; only valid if {@link #problems} is empty. */
    Map<String, String> names() {
        Quoting quoting = Quoting.POSTGRESQL;
        Map<String, String> names = new HashMap<>();
        names.put("processed_events", processedEvents.table().quoted(quoting));
        names.put("event_id_type", column(EVENT).type());
        names.put("processed_event_time", PostgresOutboxSql.now(column("updated_at")));
        names.put("EVENT_PROCESSING", quoting.literal(ProcessedEvents.PROCESSING));
        names.put("EVENT_SUCCESS", quoting.literal(ProcessedEvents.SUCCESS));
        names.put("EVENT_FAILED", quoting.literal(ProcessedEvents.FAILED));
        return names;
    }

    private PostgresColumn column(String name) {
        PostgresColumn column = columns.get(name);
        if (column == null) {
            throw new IllegalStateException("no column " + name);
        }
        return column;
    }
}
