package dev.signalbox.mysql.outbox;

import dev.signalbox.core.message.ColumnLimits;
import dev.signalbox.jdbc.CreationPeriod;
import dev.signalbox.jdbc.LimitedColumn;
import dev.signalbox.jdbc.OutboxLayout;
import dev.signalbox.jdbc.Quoting;
import dev.signalbox.jdbc.StateConditions;
import dev.signalbox.jdbc.outbox.OutboxSql;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The statements of this package, with the names of one table. */
public final class MySqlOutboxSql extends OutboxSql {
    private static final Quoting QUOTING = Quoting.MYSQL;

    private static final CreationPeriod.TimestampSql TIMES = new CreationPeriod.TimestampSql() {
        @Override
        public String at(Instant moment) {
            return "'" + UtcTimestamps.text(moment, 6) + "'";
        }

        @Override
        public String ago(Duration age) {
            return "(UTC_TIMESTAMP(6) - INTERVAL " + age.toMillis() + "000 MICROSECOND)";
        }
    };

    MySqlOutboxSql(MySqlOutboxTable table, ColumnLimits limits) {
        super(table.layout(), names(table, limits));
    }

    /** The names to substitute in statements about this table. */
    public static Map<String, String> names(MySqlOutboxTable table, ColumnLimits limits) {
        OutboxLayout layout = table.layout();
        Map<String, String> names = commonNames(layout, QUOTING);
        names.put("turn", QUOTING.quote(layout.turn()));
        names.put(
                "tie",
                QUOTING.quote(
                        table.isNumbered() ? layout.turn() : layout.columns().id()));
        names.put("turn_type", table.isNumbered() ? "signed" : "datetime(6)");
        String parked = "SELECT 1 FROM signalbox_failures d WHERE d.relay = %1$s AND d.id = " + recordKey(table, "%2$s")
                + " AND d.parked";
        names.putAll(StateConditions.conditions(layout, QUOTING, table.never(), parked, TIMES));
        names.put("mark_column", QUOTING.quote(table.column(layout.markKey()).name()));
        names.put("state_columns", stateColumns(layout, names));
        names.put("set_sent", StateConditions.sentAs(layout, QUOTING, "t.", "TRUE", ":moment"));
        names.put("set_unsent", StateConditions.sentAs(layout, QUOTING, "t.", "FALSE", "NULL"));
        names.put("record_key", recordKey(table, "t." + names.get("id")));
        limited(table, limits, names);
        names.put("t_wanted_each", eachGroup(table, names, "t_wanted", "PENDING"));
        names.put("t_done_each", eachGroup(table, names, "t_done", "COMPLETED"));
        names.put("by_claim_index", forced(table.claimIndex()));
        names.put("by_id_index", forced(table.idIndex()));
        names.put("by_place_index", forced(table.positionIndex()));
        kept(table, names);
        table.groups().addTo(names);
        if (table.processedEvents() != null) {
            names.putAll(table.processedEvents().names());
        }
        String column = "t." + names.get("payload");
        String utf8 = table.column("payload").isUtf8() ? column : "CONVERT(" + column + " USING utf8mb4)";
        // A text that is too long for a conversion becomes NULL, but is not empty
        String size = utf8.equals(column)
                ? "octet_length(" + column + ")"
                : "greatest(octet_length(" + column + "), coalesce(octet_length(" + utf8 + "), 0))";
        payload(names, "CAST(" + utf8 + " AS binary)", size);
        return names;
    }

    /** SQL for the key under which failures of a row are recorded: its id, or a short form of an id that no index holds. */
    public static String recordKey(MySqlOutboxTable table, String id) {
        String text = "CAST(" + id + " AS char)";
        return table.column("id")
                .limited(id, ColumnLimits.LARGEST_KEY)
                .shortened(text, "left(sha2(" + text + ", 256), 32)");
    }

    /** The columns besides the payload, each up to its limit. */
    private static void limited(MySqlOutboxTable table, ColumnLimits limits, Map<String, String> names) {
        LimitedColumn id = table.column("id").limited("t." + names.get("id"), limits.id());
        LimitedColumn group = table.column("message_group").limited("t." + names.get("group"), limits.group());
        String type = String.valueOf(names.get("t_type"));
        LimitedColumn typed = table.layout().columns().type() == null
                ? new LimitedColumn("type", null, limits.type())
                : table.column("type").limited(type, limits.type());
        List<LimitedColumn> contents = new ArrayList<>(List.of(typed));
        names.put("t_headers", table.headers().read(name -> {
            MySqlColumn column = table.columns().get(name);
            String text = text(column, name);
            if (column == null) {
                return text;
            }
            LimitedColumn header = column.limited("t." + QUOTING.quote(name), limits.headers());
            contents.add(header);
            return header.value(text);
        }));
        names.put("id_text", id.value("t." + names.get("id")));
        names.put("group_text", group.value("t." + names.get("group")));
        names.put("type_text", typed.value(type));
        names.put("id_oversized", id.isOversized());
        names.put("group_oversized", group.isOversized());
        names.put("group_fits", group.size() == null ? "" : " AND " + group.size() + " <= " + group.limit());
        names.put(
                "group_start",
                group.size() == null
                        ? "NULL"
                        : "CASE WHEN " + group.isOversized() + " THEN left(t." + names.get("group") + ", 255) END");
        names.put("id_finding", LimitedColumn.oversized(List.of(id), QUOTING));
        names.put("group_finding", LimitedColumn.oversized(List.of(group), QUOTING));
        names.put("more_memory", LimitedColumn.plusMemory(contents));
        contents.add(group);
        names.put("finding", LimitedColumn.oversized(contents, QUOTING));
    }

    /** Assigns columns to themselves that each update would otherwise set to the current time. */
    private static void kept(MySqlOutboxTable table, Map<String, String> names) {
        String created = "t." + names.get("created_at");
        names.put("keep_created", table.column("created_at").updatesItself() ? created + " = " + created + ", " : "");
        MySqlColumn processedAt = table.processedAt();
        String processed = "t." + names.get("processed_at");
        names.put(
                "keep_processed",
                processedAt != null && processedAt.updatesItself() ? processed + " = " + processed + ", " : "");
    }

    private static String stateColumns(OutboxLayout layout, Map<String, String> names) {
        return switch (layout.stateEncoding()) {
            case OutboxLayout.StatusWords _ -> "t." + names.get("status");
            case OutboxLayout.StateTimestamps() -> "t." + names.get("processed_at") + ", t." + names.get("held_until");
            case OutboxLayout.SentOnly _ ->
                "t." + names.get(layout.columns().status() == null ? "processed_at" : "status");
        };
    }

    /**
     * The same condition in the form with which a loose index scan returns each group once. MariaDB removes a status
     * that equals a constant from the GROUP BY, and then finds no index that begins with the rest; a range avoids that.
     * An enumeration has another order than its words.
     */
    private static String eachGroup(MySqlOutboxTable table, Map<String, String> names, String condition, String word) {
        String plain = String.valueOf(names.get(condition));
        if (!(table.layout().stateEncoding() instanceof OutboxLayout.StatusWords)
                || !table.column("status").isOrderedText()) {
            return plain;
        }
        String status = "t." + names.get("status");
        String literal = names.get(word);
        return plain.replace(status + " = " + literal, status + " >= " + literal + " AND " + status + " <= " + literal);
    }

    private static String text(@Nullable MySqlColumn column, String name) {
        String quoted = "t." + QUOTING.quote(name);
        return column != null && (column.isText() || column.type().equals("json"))
                ? "CONVERT(" + quoted + " USING utf8mb4)"
                : "CAST(" + quoted + " AS char)";
    }

    // Statistics lag behind, so a hint names the index of each statement
    private static String forced(@Nullable String index) {
        return index == null ? "" : "FORCE INDEX (" + QUOTING.quote(index) + ")";
    }
}
