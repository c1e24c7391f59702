package dev.signalbox.postgres.log;

import dev.signalbox.core.message.ColumnLimits;
import dev.signalbox.jdbc.HeaderSources;
import dev.signalbox.jdbc.TableName;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A log, and the table in which operators see the progress of its feeds.
 *
 * @param maxPayloadBytes larger payloads stay in the database
 * @param limits larger values of other columns stay there too
 */
public record LogTable(
        TableName table, TableName progress, Columns columns, long maxPayloadBytes, ColumnLimits limits) {
    static final long MAX_PAYLOAD_BYTES = 10L << 20;

    public static final TableName DEFAULT_TABLE = new TableName(null, "events");
    public static final TableName DEFAULT_PROGRESS = new TableName(null, "outbox_topic_progress");

    /**
     * The names of the log's columns.
     *
     * @param transactionId the column with the id of the transaction that wrote the event
     * @param tags null if the log has no tags
     * @param group the ordering key; null if there is no such column
     * @param id the application's own key, which receivers get as the tag {@code id=…}; null if there is no such column
     * @param headers the columns with headers
     */
    public record Columns(
            String position,
            String transactionId,
            String type,
            @Nullable String tags,
            String data,
            String occurredAt,
            @Nullable String group,
            @Nullable String id,
            HeaderSources headers) {
        public static final Columns CRABLET = new Columns(
                "position", "transaction_id", "type", "tags", "data", "occurred_at", null, null, HeaderSources.NONE);

        /**
         * The outbox of Debezium's event router. It lacks position, transaction and time: these columns are added, and the
         * database fills them.
         */
        public static final Columns DEBEZIUM = new Columns(
                "position",
                "transaction_id",
                "type",
                null,
                "payload",
                "created_at",
                "aggregateid",
                "id",
                HeaderSources.NONE.and("aggregateType", "aggregatetype"));

        public List<String> all() {
            return Stream.of(position, transactionId, type, data, occurredAt, tags, group, id)
                    .filter(Objects::nonNull)
                    .toList();
        }
    }

    public LogTable(TableName table, TableName progress, Columns columns) {
        this(table, progress, columns, ColumnLimits.DEFAULTS);
    }

    public LogTable(TableName table, TableName progress, Columns columns, ColumnLimits limits) {
        this(table, progress, columns, MAX_PAYLOAD_BYTES, limits);
    }

    /** The same log in these tables. */
    public LogTable in(TableName otherTable, TableName otherProgress) {
        return new LogTable(otherTable, otherProgress, columns, maxPayloadBytes, limits);
    }

    public static LogTable crablet() {
        return new LogTable(DEFAULT_TABLE, DEFAULT_PROGRESS, Columns.CRABLET);
    }

    public static LogTable own(TableName table) {
        return new LogTable(table, DEFAULT_PROGRESS, SignalboxLogTable.COLUMNS);
    }
}
