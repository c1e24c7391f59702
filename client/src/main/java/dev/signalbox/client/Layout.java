package dev.signalbox.client;

import dev.signalbox.client.Column.Content;
import java.util.ArrayList;
import java.util.List;

/**
 * The outbox table that messages are written to: {@code Layout.flowcatalyst().table("shop.outbox_events")}. Immutable.
 *
 * <p>Names are quoted and therefore case-sensitive: after {@code CREATE TABLE EventOutbox} without quotes, PostgreSQL's name
 * is {@code eventoutbox}.
 */
public final class Layout {
    private enum Kind {
        SIGNALBOX,
        SIGNALBOX_LOG,
        FLOWCATALYST,
        CATBOX,
        DEBEZIUM,
        EVENT_OUTBOX
    }

    /** The column lengths of FlowCatalyst's table. */
    private static final Limits FLOWCATALYST_LIMITS = Limits.DEFAULTS.withLengths(13, 20, 255);

    private static final String DEFAULT_PENDING = "PENDING";

    private final Kind kind;
    private final TableName table;
    private final List<Column> columns;
    private final String pending;
    private final boolean datetime;

    private Layout(Kind kind, TableName table, List<Column> columns, String pending, boolean datetime) {
        this.kind = kind;
        this.table = table;
        this.columns = List.copyOf(columns);
        this.pending = pending;
        this.datetime = datetime;
    }

    private static Layout of(Kind kind, String table, Column... columns) {
        return new Layout(kind, new TableName(null, table), List.of(columns), DEFAULT_PENDING, false);
    }

    /** Signalbox's own table, {@code signalbox_outbox}: the fastest, with headers. */
    public static Layout signalbox() {
        return of(
                Kind.SIGNALBOX,
                "signalbox_outbox",
                new Column("id", Content.ID),
                new Column("message_group", Content.GROUP),
                new Column("type", Content.TYPE),
                new Column("payload", Content.PAYLOAD),
                new Column("headers", Content.HEADERS));
    }

    /** Signalbox's own log, {@code signalbox_log}, on PostgreSQL; with headers and tags. */
    public static Layout signalboxLog() {
        return of(
                Kind.SIGNALBOX_LOG,
                "signalbox_log",
                new Column("id", Content.ID),
                new Column("message_group", Content.GROUP),
                new Column("type", Content.TYPE),
                new Column("payload", Content.PAYLOAD),
                new Column("headers", Content.HEADERS),
                new Column("tags", Content.TAGS));
    }

    /**
     * The table of FlowCatalyst's outbox processor, {@code outbox_events}; also the fields that {@link MongoOutbox} writes.
     */
    public static Layout flowcatalyst() {
        return of(
                Kind.FLOWCATALYST,
                "outbox_events",
                new Column("id", Content.ID),
                new Column("type", Content.TYPE),
                new Column("message_group", Content.GROUP),
                new Column("payload", Content.PAYLOAD),
                new Column("status", Content.PENDING),
                new Column("retry_count", Content.ZERO),
                new Column("created_at", Content.NOW));
    }

    /** The table of Catbox, {@code outbox_events}, which assigns numeric ids. */
    public static Layout catbox() {
        return of(
                Kind.CATBOX,
                "outbox_events",
                new Column("aggregate_type", Content.AGGREGATE_TYPE),
                new Column("aggregate_id", Content.GROUP),
                new Column("event_type", Content.TYPE),
                new Column("correlation_id", Content.CORRELATION_ID),
                new Column("payload", Content.PAYLOAD),
                new Column("created_at", Content.NOW));
    }

    /** The table of Catbox with text ids. */
    public static Layout catboxWithTextIds() {
        Layout numbers = catbox();
        List<Column> columns = new ArrayList<>(List.of(new Column("id", Content.ID)));
        columns.addAll(numbers.columns);
        return new Layout(numbers.kind, numbers.table, columns, numbers.pending, numbers.datetime);
    }

    /** The table of Debezium's outbox event router, {@code outboxevent}; its ids are UUIDs. */
    public static Layout debezium() {
        return of(
                Kind.DEBEZIUM,
                "outboxevent",
                new Column("id", Content.ID),
                new Column("aggregatetype", Content.AGGREGATE_TYPE),
                new Column("aggregateid", Content.GROUP),
                new Column("type", Content.TYPE),
                new Column("payload", Content.PAYLOAD));
    }

    /** The table {@code EventOutbox} of the event outbox producer for RabbitMQ. */
    public static Layout eventOutbox() {
        return of(
                Kind.EVENT_OUTBOX,
                "EventOutbox",
                new Column("event_id", Content.ID),
                new Column("event_type", Content.TYPE),
                new Column("aggregate_type", Content.AGGREGATE_TYPE),
                new Column("aggregate_id", Content.GROUP),
                new Column("status", Content.PENDING),
                new Column("payload", Content.PAYLOAD),
                new Column("created_at", Content.NOW));
    }

    /** The same columns in another table: {@code table} or {@code schema.table}. */
    public Layout table(String name) {
        return new Layout(kind, TableName.parse(name), columns, pending, datetime);
    }

    /** Gives a column another name. */
    public Layout column(String usual, String actual) {
        if (columns.stream().noneMatch(column -> column.key().equals(usual))) {
            throw new IllegalArgumentException("column: '" + usual + "' is not one of the layout " + this
                    + "; allowed are " + columns.stream().map(Column::key).toList());
        }
        List<Column> others = columns.stream()
                .map(column -> column.key().equals(usual) ? column.renamed(actual) : column)
                .toList();
        if (others.stream().map(Column::name).distinct().count() < others.size()) {
            throw new IllegalArgumentException(
                    "column: '" + actual + "' is there already; each needs a column of its own");
        }
        return new Layout(kind, table, others, pending, datetime);
    }

    /** Sets another status word than PENDING. */
    public Layout pending(String word) {
        if (!word.matches("[\\p{L}\\p{N}_ -]{1,64}")) {
            throw new IllegalArgumentException(
                    "pending: '" + word + "' cannot be a status; allowed are letters and digits");
        }
        return new Layout(kind, table, columns, word, datetime);
    }

    /**
     * On MySQL and MariaDB, writes the time as a {@code DATETIME} in UTC instead of a {@code TIMESTAMP}. No effect on
     * PostgreSQL.
     */
    public Layout datetime() {
        return new Layout(kind, table, columns, pending, true);
    }

    TableName table() {
        return table;
    }

    List<Column> columns() {
        return columns;
    }

    String pendingWord() {
        return pending;
    }

    boolean isDatetime() {
        return datetime;
    }

    boolean has(Content content) {
        return columns.stream().anyMatch(column -> column.content() == content);
    }

    /** The name of the id column; {@code id} if the table assigns ids. */
    String idColumn() {
        return columns.stream()
                .filter(column -> column.content() == Content.ID)
                .map(Column::name)
                .findFirst()
                .orElse("id");
    }

    boolean isFor(Database database) {
        return kind != Kind.SIGNALBOX_LOG || database == Database.POSTGRESQL;
    }

    /** Whether only the ids give the order of rows of one statement. */
    boolean ordersByIdOnly(Database database) {
        boolean positioned = kind == Kind.SIGNALBOX || kind == Kind.SIGNALBOX_LOG || !has(Content.ID);
        boolean timed = database == Database.POSTGRESQL && has(Content.NOW);
        return !positioned && !timed;
    }

    Limits limits() {
        return kind == Kind.FLOWCATALYST ? FLOWCATALYST_LIMITS : Limits.DEFAULTS;
    }

    Ids ids() {
        return kind == Kind.DEBEZIUM ? Ids.uuid() : Ids.tsid();
    }

    /** The layout's name and table. */
    @Override
    public String toString() {
        return kind.name().toLowerCase(java.util.Locale.ROOT).replace('_', '-') + " (table " + table + ")";
    }
}
