package dev.signalbox.mysql.outbox;

import dev.signalbox.core.outbox.OutboxSettings.Retention;
import dev.signalbox.jdbc.HeaderColumns;
import dev.signalbox.jdbc.OutboxLayout;
import dev.signalbox.jdbc.layout.LayoutGuess;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An inspected outbox table.
 *
 * @param claimIndex the index on the state, the group and the turn, if it exists
 * @param idIndex an index that finds a row by id, if it exists; must be unique in Signalbox's own table
 * @param positionIndex an index that finds a row by position, if rows are numbered and it exists
 * @param processedEvents the table of processed events; null if there is none
 */
public record MySqlOutboxTable(
        OutboxLayout layout,
        Map<String, MySqlColumn> columns,
        @Nullable String claimIndex,
        @Nullable String idIndex,
        @Nullable String positionIndex,
        boolean mayDelete,
        HeaderColumns headers,
        @Nullable MySqlProcessedEventsTable processedEvents) {
    private static final List<String> MOMENTS = List.of("created_at", "processed_at", "held_until");
    private static final List<String> WRITTEN =
            List.of("status", "retry_count", "processed_at", "error_message", "held_until");

    /** Inspects the table through this connection, with the rights of its user. */
    public static MySqlOutboxTable inspect(Connection connection, OutboxLayout layout, Retention retention)
            throws SQLException {
        MySqlTableInspection facts = MySqlTableInspection.read(connection, layout.table());
        OutboxLayout.Columns names = layout.columns();
        boolean deletes = retention.deletes() && !facts.columns().isEmpty();
        return new MySqlOutboxTable(
                layout,
                facts.columns(),
                facts.index(claimColumns(layout)),
                layout.position() == null ? facts.index(List.of(names.id())) : facts.uniqueIndex(names.id()),
                layout.position() == null ? null : facts.index(List.of(layout.position())),
                !deletes || facts.mayDelete(connection, names.id()),
                HeaderColumns.of(layout.headers(), facts.columns()::containsKey),
                layout.processedEvents() == null
                        ? null
                        : MySqlProcessedEventsTable.inspect(connection, layout.processedEvents(), facts, names.id()));
    }

    /** The first columns of the index that finds rows by state, in order. */
    public static List<String> claimColumns(OutboxLayout layout) {
        OutboxLayout.Columns names = layout.columns();
        return switch (layout.stateEncoding()) {
            case OutboxLayout.StatusWords _ -> List.of(String.valueOf(names.status()), names.group(), layout.turn());
            case OutboxLayout.SentOnly _ ->
                List.of(
                        String.valueOf(names.status() == null ? names.processedAt() : names.status()),
                        names.group(),
                        layout.turn());
            case OutboxLayout.StateTimestamps() ->
                List.of(
                        String.valueOf(names.processedAt()),
                        String.valueOf(names.heldUntil()),
                        names.group(),
                        layout.turn());
        };
    }

    /** The timestamp that marks a dead letter, as a literal: the maximum that the column can always hold. */
    String never() {
        boolean narrow = layout.stateEncoding() instanceof OutboxLayout.StateTimestamps
                && column("held_until").type().equals("timestamp");
        return narrow ? "'2038-01-19 03:14:07'" : "'9999-12-31 00:00:00'";
    }

    /** The mark of a claim at this time: since when, or until when, the rows are claimed. */
    String mark(String moment, Duration timeout) {
        return layout.stateEncoding() instanceof OutboxLayout.StateTimestamps
                ? UtcTimestamps.text(UtcTimestamps.instant(moment).plus(timeout), markFraction())
                : UtcTimestamps.cut(moment, markFraction());
    }

    /** The precision of marks. */
    int markFraction() {
        return column(layout.markKey()).fraction();
    }

    /** The column that reasons must fit into. */
    MySqlColumn reasons() {
        return layout.recordsFailuresAside() ? MySqlColumn.RECORDED_REASON : column("error_message");
    }

    /** The column under this key of the layout; only if there are no {@link #problems}. */
    public MySqlColumn column(String key) {
        MySqlColumn column = find(key);
        if (column == null) {
            throw new IllegalStateException("no column for " + key);
        }
        return column;
    }

    /** The column with the delivery time, if there is one. */
    @Nullable
    MySqlColumn processedAt() {
        return find("processed_at");
    }

    /** A timestamp with the precision of the column for the delivery time. */
    String deliveredAt(String moment) {
        MySqlColumn column = processedAt();
        return column == null ? moment : UtcTimestamps.cut(moment, column.fraction());
    }

    private @Nullable MySqlColumn find(String key) {
        return columns.get(layout.columns().byKey().get(key));
    }

    /** Ids as bound values: comparing a number with a text would use no index. */
    List<? extends Object> ids(Collection<String> ids) {
        return column("id").isNumber() ? ids.stream().map(Long::valueOf).toList() : List.copyOf(ids);
    }

    Object id(String id) {
        return column("id").isNumber() ? Long.valueOf(id) : id;
    }

    /** How statements bind groups. */
    GroupParameters groups() {
        return new GroupParameters(column("message_group"));
    }

    /** SQL for a parameter with a group that an operator names. */
    public String groupNamed(String parameter) {
        return groups().read(":" + parameter);
    }

    /** Whether rows are numbered in delivery order. */
    public boolean isNumbered() {
        return layout.position() != null;
    }

    /** Whether it is Signalbox's own table and does not exist yet. */
    public boolean canBeMade() {
        return isNumbered() && columns.isEmpty();
    }

    /** A row's turn as a bound value: comparing a number with a text would use no index. */
    Object turn(String text) {
        return isNumbered() ? Long.valueOf(text) : text;
    }

    /** Everything that prevents working on this table. */
    public List<String> problems() {
        if (columns.isEmpty()) {
            return List.of("the table does not exist in this database, or may not be seen"
                    + (isNumbered() ? "; 'signalbox schema install' makes it" : ""));
        }
        List<String> problems = new ArrayList<>();
        layout.columns().byKey().forEach((key, name) -> {
            MySqlColumn column = find(key);
            if (column == null) {
                problems.add("column %s (for %s) does not exist".formatted(name, key));
            } else {
                problems(key, column, problems);
                stateProblems(key, column, problems);
            }
        });
        if (isNumbered()) {
            numbered(problems);
        }
        if (layout.columns().byKey().keySet().stream().anyMatch(key -> find(key) == null)) {
            LayoutGuess.hint(columns.keySet()).ifPresent(problems::add);
        }
        problems.addAll(headers.missing());
        for (String name : headers.columns()) {
            MySqlColumn column = columns.get(name);
            if (column != null && !column.may("select")) {
                problems.add("the right to SELECT column %s is missing".formatted(name));
            }
        }
        if (!mayDelete) {
            problems.add("the right to DELETE is missing, which the retention needs");
        }
        if (processedEvents != null) {
            problems.addAll(processedEvents.problems());
        }
        return problems;
    }

    private void numbered(List<String> problems) {
        MySqlColumn position = columns.get(layout.turn());
        if (position == null) {
            problems.add("column %s does not exist".formatted(layout.turn()));
        } else if (!position.isNumber()) {
            problems.add(wrongType(position, "a number"));
        }
        if (idIndex == null) {
            problems.add("there is no unique index on (%s): two messages of the same id could not be told apart"
                    .formatted(layout.columns().id()));
        }
    }

    private static void problems(String key, MySqlColumn column, List<String> problems) {
        if (!column.may("select")) {
            problems.add("the right to SELECT column %s is missing".formatted(column.name()));
        }
        if ((WRITTEN.contains(key) || column.updatesItself()) && !column.may("update")) {
            problems.add("the right to UPDATE column %s is missing".formatted(column.name()));
        }
        if (MOMENTS.contains(key) && !column.isMoment()) {
            problems.add(wrongType(column, "timestamp or datetime"));
        }
        if (key.equals("retry_count") && !column.isNumber()) {
            problems.add(wrongType(column, "a number"));
        }
        if (key.equals("id") && !column.isText() && !column.isNumber() && !column.isUuid()) {
            problems.add(wrongType(column, "text, a number, or MariaDB's uuid"));
        }
        if (key.equals("message_group") && !column.isText() && !column.isWholeNumber()) {
            problems.add(wrongType(column, "text or a whole number (smallint to bigint, without zerofill)"));
        }
        if (key.equals("error_message") && !column.isText()) {
            problems.add(wrongType(column, "text"));
        }
    }

    /** A flag that is NULL would leave its row waiting for ever. */
    private void stateProblems(String key, MySqlColumn column, List<String> problems) {
        boolean flag = layout.stateEncoding() instanceof OutboxLayout.SentOnly;
        if (!key.equals("status")) {
            return;
        }
        if (flag ? !column.isNumber() : !column.isText()) {
            problems.add(wrongType(column, flag ? "boolean" : "text"));
        } else if (flag && !column.neverNull()) {
            problems.add("column %s may be NULL; it must be true or false (NOT NULL)".formatted(column.name()));
        }
    }

    private static String wrongType(MySqlColumn column, String allowed) {
        return "column %s is of type %s; allowed is %s".formatted(column.name(), column.exactType(), allowed);
    }

    /** What works but is slow. */
    List<String> warnings() {
        List<String> warnings = new ArrayList<>();
        if (claimIndex == null) {
            warnings.add("there is no index on (%s): every claim reads the whole table"
                    .formatted(String.join(", ", claimColumns(layout))));
        }
        if (idIndex == null) {
            warnings.add("there is no index on (%s): every settlement reads the whole table"
                    .formatted(layout.columns().id()));
        }
        return warnings;
    }
}
