package dev.signalbox.mysql.outbox;

import dev.signalbox.core.outbox.Retention;
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
 * An outbox table as it is in the database.
 *
 * @param claimIndex the index on the state, the group and the turn, if there is one
 * @param idIndex an index that finds a row by its id, if there is one; in our own table it has to be unique
 * @param positionIndex an index that finds a row by its number, if rows are numbered and there is one
 * @param processedEvents where it is noted what is being published; null where it is not
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

    /** Looks at the table through this connection, with the rights of its user. */
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

    /** What the index begins with that finds rows by their state, in their order. */
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

    /** The moment until which a dead letter is held, as a literal: the last that the column surely can hold. */
    String never() {
        boolean narrow = layout.stateEncoding() instanceof OutboxLayout.StateTimestamps
                && column("held_until").type().equals("timestamp");
        return narrow ? "'2038-01-19 03:14:07'" : "'9999-12-31 00:00:00'";
    }

    /** What a claim at this moment writes into its rows: since when they are held, or until when. */
    String mark(String moment, Duration timeout) {
        int fraction = column(layout.markKey()).fraction();
        return layout.stateEncoding() instanceof OutboxLayout.StateTimestamps
                ? UtcTimestamps.text(UtcTimestamps.instant(moment).plus(timeout), fraction)
                : UtcTimestamps.cut(moment, fraction);
    }

    /** What reasons are fitted to. */
    MySqlColumn reasons() {
        return layout.recordsFailuresAside() ? MySqlColumn.RECORDED_REASON : column("error_message");
    }

    /** The column that the layout has under this key; only after {@link #problems} found nothing. */
    public MySqlColumn column(String key) {
        MySqlColumn column = find(key);
        if (column == null) {
            throw new IllegalStateException("no column for " + key);
        }
        return column;
    }

    /** Where it stands when a row was delivered, if there is such a column. */
    @Nullable
    MySqlColumn processedAt() {
        return find("processed_at");
    }

    /** A moment as the column keeps it that says when a row was delivered. */
    String deliveredAt(String moment) {
        MySqlColumn column = processedAt();
        return column == null ? moment : UtcTimestamps.cut(moment, column.fraction());
    }

    private @Nullable MySqlColumn find(String key) {
        return columns.get(layout.columns().byKey().get(key));
    }

    /** Ids as they are bound: a number that is compared with a text is found by no index. */
    List<? extends Object> ids(Collection<String> ids) {
        return column("id").isNumber() ? ids.stream().map(Long::valueOf).toList() : List.copyOf(ids);
    }

    /** How groups stand in statements. */
    GroupParameters groups() {
        return new GroupParameters(column("message_group"));
    }

    /** How groups that an operator names stand in a statement, under the names of its parameters. */
    public String groupNamed(String parameter) {
        return groups().read(":" + parameter);
    }

    /** Whether rows are numbered in the order in which they go. */
    public boolean isNumbered() {
        return layout.position() != null;
    }

    /** Whether it is Signalbox's own, and not there. */
    public boolean canBeMade() {
        return isNumbered() && columns.isEmpty();
    }

    /** A row's turn as it is bound: a number that is compared with a text is found by no index. */
    Object turn(String text) {
        return isNumbered() ? Long.valueOf(text) : text;
    }

    /** Everything that stands in the way of working this table. */
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
        if (key.equals("id") && !column.isText() && !column.isNumber()) {
            problems.add(wrongType(column, "text or a number"));
        }
        if (key.equals("message_group") && !column.isText() && !column.isWholeNumber()) {
            problems.add(wrongType(column, "text or a whole number (smallint to bigint, without zerofill)"));
        }
        if (key.equals("error_message") && !column.isText()) {
            problems.add(wrongType(column, "text"));
        }
    }

    /** A flag that is neither true nor false would leave its row waiting for ever. */
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

    /** What works, but slower than it should. */
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
