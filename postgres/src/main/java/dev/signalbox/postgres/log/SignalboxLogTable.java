package dev.signalbox.postgres.log;

import dev.signalbox.jdbc.HeaderSources;
import dev.signalbox.jdbc.Quoting;
import dev.signalbox.jdbc.SqlTemplate;
import dev.signalbox.jdbc.TableName;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Signalbox's own log: an outbox to which rows are only added, in partitions by time. */
public final class SignalboxLogTable {
    public static final TableName DEFAULT_TABLE = new TableName(null, "signalbox_log");
    public static final LogTable.Columns COLUMNS = new LogTable.Columns(
            "position",
            "xid",
            "type",
            "tags",
            "payload",
            "created_at",
            "message_group",
            "id",
            HeaderSources.NONE.andObject("headers"));

    private static final SqlTemplate CREATION = SqlTemplate.load(SignalboxLogTable.class, "create-log.sql");
    private static final Quoting QUOTING = Quoting.POSTGRESQL;

    private SignalboxLogTable() {}

    /** The statements that create the table, where it does not exist, without closing semicolons. */
    public static List<String> ddl(TableName table) {
        return Arrays.asList(
                part(table, "table"),
                positionIndex(table),
                lateIndex(table),
                part(table, "rest"),
                part(table, "rest_index"));
    }

    public static String positionIndex(TableName table) {
        return part(table, "position_index");
    }

    public static String lateIndex(TableName table) {
        return part(table, "late_index");
    }

    public static String positionIndexName(TableName table) {
        return table.table() + "_position";
    }

    public static String lateIndexName(TableName table) {
        return table.table() + "_late";
    }

    /** The partition for what has no other. */
    public static TableName rest(TableName table) {
        return new TableName(table.schema(), table.table() + "_rest");
    }

    private static String part(TableName table, String flag) {
        String text = CREATION.fill(
                        Map.of(
                                "table", table.quoted(QUOTING),
                                "rest", rest(table).quoted(QUOTING),
                                "position_index", QUOTING.quote(positionIndexName(table)),
                                "late_index", QUOTING.quote(lateIndexName(table)),
                                "rest_index", QUOTING.quote(rest(table).table() + "_created_at")),
                        Set.of(flag))
                .text()
                .strip();
        return text.substring(0, text.length() - 1);
    }
}
