package dev.signalbox.client;

import dev.signalbox.client.Layout.Column.Content;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The outbox table that messages are written to: {@code Layout.flowcatalyst().table("shop.outbox_events")}. Immutable.
 *
 * <p>Names are quoted and therefore case-sensitive: after {@code CREATE TABLE EventOutbox} without quotes, PostgreSQL's name
 * is {@code eventoutbox}.
 */
public final class Layout {
    /** The layouts, each with its usual table and columns. */
    private enum Kind {
        SIGNALBOX("signalbox_outbox", "id:ID message_group:GROUP type:TYPE payload:PAYLOAD headers:HEADERS"),
        SIGNALBOX_LOG("signalbox_log", SIGNALBOX.columns + " tags:TAGS"),
        FLOWCATALYST(
                "outbox_events",
                "id:ID type:TYPE message_group:GROUP payload:PAYLOAD status:PENDING retry_count:ZERO created_at:NOW"),
        CATBOX(
                "outbox_events",
                "aggregate_type:AGGREGATE_TYPE aggregate_id:GROUP event_type:TYPE correlation_id:CORRELATION_ID"
                        + " payload:PAYLOAD created_at:NOW"),
        DEBEZIUM("outboxevent", "id:ID aggregatetype:AGGREGATE_TYPE aggregateid:GROUP type:TYPE payload:PAYLOAD"),
        EVENT_OUTBOX(
                "EventOutbox",
                "event_id:ID event_type:TYPE aggregate_type:AGGREGATE_TYPE aggregate_id:GROUP status:PENDING"
                        + " payload:PAYLOAD created_at:NOW"),
        SENT_FLAG("outbox_events", "id:ID message_group:GROUP payload:PAYLOAD created_at:NOW status/sent:FALSE"),
        SENT_AT("outbox_events", "id:ID message_group:GROUP payload:PAYLOAD created_at:NOW");

        private final String table;
        private final String columns;

        Kind(String table, String columns) {
            this.table = table;
            this.columns = columns;
        }
    }

    /** The column lengths of FlowCatalyst's table. */
    private static final Limits FLOWCATALYST_LIMITS = Limits.DEFAULTS.withLengths(13, 20, 255);

    private final Kind kind;
    private final TableName table;
    private final List<Column> columns;
    private final String pending;
    private final boolean datetime;
    /** The type of all messages of a table without a column for it. */
    private final String onlyType;

    private Layout(
            Kind kind, TableName table, List<Column> columns, String pending, boolean datetime, String onlyType) {
        this.kind = kind;
        this.table = table;
        this.columns = List.copyOf(columns);
        this.pending = pending;
        this.datetime = datetime;
        this.onlyType = onlyType;
    }

    private static Layout of(Kind kind, String columns) {
        List<Column> parsed = Stream.of(columns.split(" ")).map(Column::parse).toList();
        return new Layout(kind, new TableName(null, kind.table), parsed, "PENDING", false, "message");
    }

    private static Layout of(Kind kind) {
        return of(kind, kind.columns);
    }

    private Layout with(List<Column> others) {
        return new Layout(kind, table, others, pending, datetime, onlyType);
    }

    /** Signalbox's own table, {@code signalbox_outbox}: the fastest, with headers. */
    public static Layout signalbox() {
        return of(Kind.SIGNALBOX);
    }

    /** Signalbox's own log, {@code signalbox_log}, on PostgreSQL; with headers and tags. */
    public static Layout signalboxLog() {
        return of(Kind.SIGNALBOX_LOG);
    }

    /**
     * The table of FlowCatalyst's outbox processor, {@code outbox_events}; also the fields that {@link MongoOutbox} writes.
     */
    public static Layout flowcatalyst() {
        return of(Kind.FLOWCATALYST);
    }

    /** The table of Catbox, {@code outbox_events}, which assigns numeric ids. */
    public static Layout catbox() {
        return of(Kind.CATBOX);
    }

    /** The table of Catbox with text ids. */
    public static Layout catboxWithTextIds() {
        return of(Kind.CATBOX, "id:ID " + Kind.CATBOX.columns);
    }

    /** The table of Debezium's outbox event router, {@code outboxevent}; its ids are UUIDs. */
    public static Layout debezium() {
        return of(Kind.DEBEZIUM);
    }

    /** The table {@code EventOutbox} of the event outbox producer for RabbitMQ. */
    public static Layout eventOutbox() {
        return of(Kind.EVENT_OUTBOX);
    }

    /**
     * A table of your own, {@code outbox_events}, whose rows say only by a boolean whether they were sent. Its messages have
     * one {@link #type(String) type}, unless {@code column("type", …)} names a column for it.
     */
    public static Layout sentFlag() {
        return of(Kind.SENT_FLAG);
    }

    /** The same with the time of sending, which is null before, instead of a boolean. */
    public static Layout sentAt() {
        return of(Kind.SENT_AT);
    }

    /** The same columns in another table: {@code table} or {@code schema.table}. */
    public Layout table(String name) {
        return new Layout(kind, TableName.parse(name), columns, pending, datetime, onlyType);
    }

    /** Gives a column another name; the type column of {@link #sentFlag()} and {@link #sentAt()} exists once it has one. */
    public Layout column(String usual, String actual) {
        if (usual.equals("type") && !has(Content.TYPE)) {
            List<Column> more = new ArrayList<>(columns);
            more.add(new Column("type", "type", Content.TYPE));
            return with(more).column(usual, actual);
        }
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
        return with(others);
    }

    /** Sets the type of all messages of a table without a column for it, as in the relay; {@code message} by default. */
    public Layout type(String type) {
        if (has(Content.TYPE)) {
            throw new IllegalArgumentException(
                    "type: '" + type + "' is not needed: the layout " + this + " has a column for the type");
        }
        return new Layout(kind, table, columns, pending, datetime, TextRules.word("the type", type));
    }

    /** Sets another status word than PENDING. */
    public Layout pending(String word) {
        if (!word.matches("[\\p{L}\\p{N}_ -]{1,64}")) {
            throw new IllegalArgumentException(
                    "pending: '" + word + "' cannot be a status; allowed are letters and digits");
        }
        return new Layout(kind, table, columns, word, datetime, onlyType);
    }

    /**
     * On MySQL and MariaDB, writes the time as a {@code DATETIME} in UTC instead of a {@code TIMESTAMP}. No effect on
     * PostgreSQL.
     */
    public Layout datetime() {
        return new Layout(kind, table, columns, pending, true, onlyType);
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

    String onlyType() {
        return onlyType;
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

    /**
     * A column that an insert writes.
     *
     * @param key its name in the layout
     * @param name its name in the table
     */
    record Column(String key, String name, Content content) {
        /** What a column holds. */
        enum Content {
            ID,
            TYPE,
            GROUP,
            AGGREGATE_TYPE,
            PAYLOAD,
            HEADERS,
            CORRELATION_ID,
            TAGS,
            /** The status word of a waiting message. This and what follows are constants of the statement. */
            PENDING,
            /** Whether it was sent, no. */
            FALSE,
            /** The number of failed deliveries, 0. */
            ZERO,
            /** The database's time, the same clock for all writers. */
            NOW
        }

        /** Reads {@code name:CONTENT}, or {@code key/name:CONTENT}. */
        static Column parse(String text) {
            String[] parts = text.split("[/:]", -1);
            return new Column(parts[0], parts[parts.length - 2], Content.valueOf(parts[parts.length - 1]));
        }

        Column renamed(String other) {
            return new Column(key, TableName.checked("column " + key, other), content);
        }
    }
}
