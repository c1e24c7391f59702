package dev.signalbox.mysql.outbox;

import dev.signalbox.jdbc.ProcessedEvents;
import dev.signalbox.jdbc.Quoting;
import dev.signalbox.jdbc.fault.TableFault;
import dev.signalbox.jdbc.fault.TableFault.Remedy;
import dev.signalbox.jdbc.fault.WriteFaults;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The inspected table of processed events.
 *
 * @param id the id column of the outbox; null if it does not exist
 * @param oneRowEach whether ids are unique in the outbox, as its collation compares them
 */
record MySqlProcessedEventsTable(
        ProcessedEvents processedEvents,
        MySqlTableInspection facts,
        @Nullable MySqlColumn id,
        boolean oneRowEach,
        boolean mayDelete) {
    private static final String EVENT = "event_id";
    private static final String STATUS = "status";
    private static final String CREATED = "created_at";
    private static final String UPDATED = "updated_at";

    /** The length that always fits into a column of a derived table. */
    private static final long LONGEST = 16_000;

    static MySqlProcessedEventsTable inspect(
            Connection connection, ProcessedEvents notes, MySqlTableInspection outbox, String id) throws SQLException {
        MySqlTableInspection facts = MySqlTableInspection.read(connection, notes.table());
        return new MySqlProcessedEventsTable(
                notes,
                facts,
                outbox.columns().get(id),
                outbox.uniqueIndex(id) != null,
                !facts.columns().containsKey(EVENT) || facts.mayDelete(connection, EVENT));
    }

    /** Everything that prevents using this table. */
    List<String> problems() {
        String table = processedEvents.table().toString();
        if (facts.columns().isEmpty()) {
            return List.of(
                    "the table %s, which notes what is published, does not exist, or may not be seen".formatted(table));
        }
        List<String> problems = new ArrayList<>();
        for (String name : ProcessedEvents.COLUMNS) {
            MySqlColumn column = facts.columns().get(name);
            if (column == null) {
                problems.add("column %s of %s does not exist".formatted(name, table));
            } else if (name.endsWith("_at") ? !column.isMoment() : !column.isText()) {
                problems.add("column %s of %s is of type %s; allowed is %s"
                        .formatted(
                                name,
                                table,
                                column.exactType(),
                                name.endsWith("_at") ? "timestamp or datetime" : "text"));
            }
        }
        Set<String> missing = missingRights();
        if (!missing.isEmpty()) {
            problems.add("the right to %s is missing on %s".formatted(String.join(", ", missing), table));
        }
        MySqlColumn event = facts.columns().get(EVENT);
        if (event != null && facts.uniqueIndex(EVENT) == null) {
            problems.add("%s has no unique index on (%s): one event could have two notes".formatted(table, EVENT));
        }
        if (event != null && event.isText() && !tellsEventsApart(event)) {
            problems.add("the collation %s of column %s of %s takes ids for the same that the outbox tells apart: two"
                            .formatted(event.collation(), EVENT, table)
                    + " events could share a note; allowed is that of the outbox's ids, where they have a unique index,"
                    + " or an exact one, such as utf8mb4_0900_bin or utf8mb4_nopad_bin");
        }
        return problems;
    }

    /** What makes inserts fail. */
    List<TableFault> faults() {
        String table = processedEvents.table().quoted(Quoting.MYSQL);
        Map<String, Remedy> required = new TreeMap<>();
        facts.columns().values().stream()
                .filter(column -> !ProcessedEvents.COLUMNS.contains(column.name()))
                .filter(column -> !column.values().filled())
                .forEach(column -> required.put(
                        column.name(),
                        Remedy.by("ALTER TABLE %s MODIFY COLUMN %s %s NULL"
                                .formatted(table, Quoting.MYSQL.quote(column.name()), column.exactType()))));
        return WriteFaults.ofInserts(processedEvents.table().toString(), required);
    }

    private Set<String> missingRights() {
        Set<String> missing = new LinkedHashSet<>();
        for (String name : ProcessedEvents.COLUMNS) {
            MySqlColumn column = facts.columns().get(name);
            if (column != null) {
                boolean read = name.equals(EVENT) || name.equals(STATUS) || column.updatesItself();
                boolean written = name.equals(STATUS) || name.equals(UPDATED) || column.updatesItself();
                need("select", read, column, missing);
                need("insert", true, column, missing);
                need("update", written, column, missing);
            }
        }
        if (!mayDelete) {
            missing.add("DELETE");
        }
        return missing;
    }

    private static void need(String right, boolean needed, MySqlColumn column, Set<String> missing) {
        if (needed && !column.may(right)) {
            missing.add(right.toUpperCase(Locale.ROOT));
        }
    }

    private boolean tellsEventsApart(MySqlColumn event) {
        return id == null || !id.isText() || event.isExact() || (oneRowEach && event.isAsExactAs(id));
    }

    /** The names to substitute in statements; only if there are no {@link #problems}. */
    Map<String, String> names() {
        Map<String, String> names = new HashMap<>();
        names.put("processed_events", processedEvents.table().quoted(Quoting.MYSQL));
        names.put("event_id_length", Long.toString(longest()));
        names.put("event_created", now(column(CREATED)));
        names.put("event_updated", now(column(UPDATED)));
        names.put(
                "keep_event_created",
                column(CREATED).updatesItself()
                        ? "created_at = " + processedEvents.table().quoted(Quoting.MYSQL) + ".created_at, "
                        : "");
        return names;
    }

    /** The length of the longest id, so that the table rejects an id that does not fit, instead of it being cut. */
    private long longest() {
        long ids = id == null || !id.isText() ? 0 : id.characters();
        return Math.clamp(Math.max(ids, column(EVENT).characters()), 64, LONGEST);
    }

    /** The current time with the column's precision: the server would round it up into the future. */
    private static String now(MySqlColumn moment) {
        return "UTC_TIMESTAMP(" + moment.fraction() + ")";
    }

    private MySqlColumn column(String name) {
        MySqlColumn column = facts.columns().get(name);
        if (column == null) {
            throw new IllegalStateException("no column " + name);
        }
        return column;
    }
}
