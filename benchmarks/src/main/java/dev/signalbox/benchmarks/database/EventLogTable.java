package dev.signalbox.benchmarks.database;

import dev.signalbox.jdbc.Quoting;
import dev.signalbox.jdbc.TableName;
import dev.signalbox.postgres.log.LogTable;
import dev.signalbox.postgres.log.PostgresLog;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;

/** An event log with the columns and indexes of Crablet's. Each event has the tag of one of 1,000 wallets. */
public final class EventLogTable extends BenchTable {
    /** The key of the tag that gives the group of an event. */
    static final String GROUP_TAG = "wallet_id";

    static final LogTable LOG = new LogTable(
            new TableName(BenchServer.SCHEMA, "events"),
            new TableName(BenchServer.SCHEMA, "outbox_topic_progress"),
            LogTable.Columns.CRABLET,
            10L << 20);

    public static final EventLogTable INSTANCE = new EventLogTable();

    private EventLogTable() {
        super(
                LOG.table().table(),
                "events-table",
                Quoting.POSTGRESQL,
                List.of(),
                (table, _) -> table.sql("create.sql").text());
    }

    /** The table of recorded positions, as it appears in statements. */
    public String quotedProgress() {
        return LOG.progress().quoted(Quoting.POSTGRESQL);
    }

    /** The group of an event with these tags. */
    public static String groupOf(String[] tags) {
        for (String tag : tags) {
            if (tag.startsWith(GROUP_TAG + "=")) {
                return tag.substring(GROUP_TAG.length() + 1);
            }
        }
        throw new IllegalArgumentException("an event without a group");
    }

    @Override
    public boolean isLog() {
        return true;
    }

    @Override
    void create(Connection connection) throws SQLException {
        super.create(connection);
        execute(connection, PostgresLog.progressDdl(LOG));
    }

    /** Delivery does not change events, so they are written again only if their number differs. */
    @Override
    void refill(Connection connection, int rows) throws SQLException {
        boolean filled;
        try (PreparedStatement statement = sql("filled.sql").prepare(connection, Map.of("rows", rows));
                ResultSet row = statement.executeQuery()) {
            row.next();
            filled = row.getBoolean(1);
        }
        if (filled) {
            execute(connection, sql("forget.sql").text());
        } else {
            super.refill(connection, rows);
        }
    }

    @Override
    void empty(Connection connection) throws SQLException {
        execute(connection, sql("forget.sql").text());
        execute(connection, "TRUNCATE " + quotedName() + " RESTART IDENTITY");
    }

    @Override
    Map<String, String> names() {
        return Map.of(
                "progress",
                quotedProgress(),
                "log",
                Quoting.POSTGRESQL.literal(LOG.table().toString()));
    }
}
