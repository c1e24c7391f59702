package dev.signalbox.postgres.log;

import dev.signalbox.core.message.ColumnLimits;
import dev.signalbox.jdbc.HeaderSources;
import dev.signalbox.jdbc.NamedStatements;
import dev.signalbox.jdbc.Quoting;
import dev.signalbox.jdbc.SqlFolder;
import dev.signalbox.jdbc.TableName;
import dev.signalbox.postgres.ColumnSize;
import java.util.List;
import java.util.Map;

/** Signalbox's own log: an append-only outbox table, partitioned by time. */
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

    private enum Statement {
        TABLE,
        LIMITS_BESIDE_WRITERS,
        POSITION_INDEX,
        LATE_INDEX,
        REST,
        REST_INDEX
    }

    private static final NamedStatements<Statement> CREATION = SqlFolder.beside(
                    SignalboxLogTable.class, "late_index limits position_index rest rest_index table within_limits")
            .statements("create-log.sql", Statement.class);
    private static final Quoting QUOTING = Quoting.POSTGRESQL;

    private SignalboxLogTable() {}

    /** The statements that create the table if it does not exist, without closing semicolons. */
    public static List<String> ddl(TableName table) {
        return List.of(
                creation(table, Statement.TABLE),
                creation(table, Statement.POSITION_INDEX),
                creation(table, Statement.LATE_INDEX),
                creation(table, Statement.REST),
                creation(table, Statement.REST_INDEX));
    }

    /** Limits the columns of new rows of a log in use. */
    public static String limitsBesideWriters(TableName table) {
        return creation(table, Statement.LIMITS_BESIDE_WRITERS);
    }

    public static String limitsName(TableName table) {
        return table.table() + "_limits";
    }

    public static String positionIndexName(TableName table) {
        return table.table() + "_position";
    }

    public static String lateIndexName(TableName table) {
        return table.table() + "_late";
    }

    /** The default partition, for rows without another partition. */
    public static TableName rest(TableName table) {
        return new TableName(table.schema(), table.table() + "_rest");
    }

    private static String creation(TableName table, Statement statement) {
        Map<String, String> names = Map.of(
                "limits", QUOTING.quote(limitsName(table)),
                "within_limits",
                        ColumnSize.WITHIN_LIMITS
                                + " AND octet_length(CAST(tags AS text)) <= "
                                + ColumnLimits.DEFAULTS.headers(),
                "table", table.quoted(QUOTING),
                "rest", rest(table).quoted(QUOTING),
                "position_index", QUOTING.quote(positionIndexName(table)),
                "late_index", QUOTING.quote(lateIndexName(table)),
                "rest_index", QUOTING.quote(rest(table).table() + "_created_at"));
        return CREATION.sql(statement, names).text();
    }
}
