package dev.signalbox.benchmarks.database;

import dev.signalbox.benchmarks.workload.Dialect;
import dev.signalbox.jdbc.Quoting;
import dev.signalbox.jdbc.Sql;
import dev.signalbox.jdbc.TableName;
import dev.signalbox.postgres.log.LogTable;
import dev.signalbox.postgres.log.PostgresLog;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;

/** An event log with the columns and indexes of Crablet's. Each event is tagged with one of 1,000 wallets. */
public final class EventsTable implements BenchTable {
    /** The key of the tag that says which wallet an event is about. */
    static final String GROUP_TAG = "wallet_id";

    static final LogTable LOG = new LogTable(
            new TableName(BenchServer.SCHEMA, "events"),
            new TableName(BenchServer.SCHEMA, "outbox_topic_progress"),
            LogTable.Columns.CRABLET,
            10L << 20);

    public static final EventsTable INSTANCE = new EventsTable();

    private final TableScripts scripts = new TableScripts(LOG.table(), "events-table", Dialect.POSTGRESQL);

    private EventsTable() {}

    @Override
    public TableName tableName() {
        return LOG.table();
    }

    @Override
    public String quotedName() {
        return scripts.quotedName();
    }

    /** The table of how far everybody has come, as it stands in a statement. */
    public String quotedProgress() {
        return LOG.progress().quoted(Quoting.POSTGRESQL);
    }

    @Override
    public boolean isLog() {
        return true;
    }

    @Override
    public void create(Connection connection) throws SQLException {
        scripts.execute(connection, "create.sql", Map.of());
        execute(connection, PostgresLog.progressDdl(LOG));
        WakeUps.install(connection, tableName());
    }

    @Override
    public void empty(Connection connection) throws SQLException {
        forget(connection);
        execute(connection, "TRUNCATE " + quotedName() + " RESTART IDENTITY");
    }

    @Override
    public void fill(Connection connection, int rows) throws SQLException {
        scripts.execute(connection, "fill.sql", Map.of("rows", rows));
    }

    /** Delivery leaves the events where they are, so they are written anew only if they are others. */
    @Override
    public void refill(Connection connection, int rows) throws SQLException {
        if (isFilled(connection, rows)) {
            forget(connection);
        } else {
            BenchTable.super.refill(connection, rows);
        }
    }

    private boolean isFilled(Connection connection, int rows) throws SQLException {
        try (PreparedStatement statement = scripts.sql("filled.sql").prepare(connection, Map.of("rows", rows));
                ResultSet row = statement.executeQuery()) {
            row.next();
            return row.getBoolean(1);
        }
    }

    private void forget(Connection connection) throws SQLException {
        execute(connection, withProgress("forget.sql").text());
    }

    @Override
    public Sql insert() {
        return scripts.sql("insert.sql");
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

    /** What is behind the slowest publisher. */
    @Override
    public long remaining(Connection connection) throws SQLException {
        try (PreparedStatement statement = withProgress("remaining.sql").prepare(connection, Map.of());
                ResultSet row = statement.executeQuery()) {
            row.next();
            return row.getLong(1);
        }
    }

    private Sql withProgress(String script) {
        String log = Quoting.POSTGRESQL.literal(LOG.table().toString());
        return scripts.sql(script, Map.of("progress", quotedProgress(), "log", log));
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
