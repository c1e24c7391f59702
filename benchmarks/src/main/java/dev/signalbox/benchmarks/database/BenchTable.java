package dev.signalbox.benchmarks.database;

import dev.signalbox.benchmarks.workload.Workload;
import dev.signalbox.jdbc.Quoting;
import dev.signalbox.jdbc.Sql;
import dev.signalbox.jdbc.SqlTemplate;
import dev.signalbox.jdbc.TableName;
import dev.signalbox.mysql.connection.ServerKind;
import dev.signalbox.mysql.outbox.MySqlOwnTableDdl;
import dev.signalbox.postgres.log.LogTable;
import dev.signalbox.postgres.log.PostgresLog;
import dev.signalbox.postgres.notify.WakeUpTrigger;
import dev.signalbox.postgres.owntable.PostgresOwnTable;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.Map;

/** A table that competitors drain. A resource folder contains its statements: create, empty, fill, insert, remaining. */
public enum BenchTable {
    /** FlowCatalyst's table, with its index and no other. */
    SEED("outbox_events", "seed-table", Quoting.POSTGRESQL),
    OWN("signalbox_outbox", "own-table", Quoting.POSTGRESQL),
    EVENT_OUTBOX("eventoutbox", "event-outbox-table", Quoting.POSTGRESQL),
    /** An event log with the columns and indexes of Crablet's. Each event has the tag of one of 1,000 wallets. */
    EVENT_LOG("events", "events-table", Quoting.POSTGRESQL),
    /** Its timestamps are whole seconds, as in FlowCatalyst's DDL; ids order the messages of one second. */
    MYSQL_SEED("outbox_events", "mysql-seed-table", Quoting.MYSQL),
    MYSQL_OWN("signalbox_outbox", "mysql-own-table", Quoting.MYSQL);

    public static final TableName PROCESSED_EVENTS = new TableName(BenchServer.SCHEMA, "processedevent");

    static final String GROUP_TAG = "wallet_id";

    static final LogTable LOG = new LogTable(
            new TableName(BenchServer.SCHEMA, "events"),
            new TableName(BenchServer.SCHEMA, "outbox_topic_progress"),
            LogTable.Columns.CRABLET);

    /** The number of rows that MySQL fills in one transaction, which is the length of its table of numbers. */
    private static final int MYSQL_SLICE = 10_000;

    private final String name;
    private final String folder;
    private final Quoting quoting;

    BenchTable(String name, String folder, Quoting quoting) {
        this.name = name;
        this.folder = folder;
        this.quoting = quoting;
    }

    public TableName tableName() {
        return new TableName(BenchServer.SCHEMA, name);
    }

    public String quotedName() {
        return tableName().quoted(quoting);
    }

    public boolean isLog() {
        return this == EVENT_LOG;
    }

    /** The log's table of recorded positions, as it appears in statements. */
    public static String quotedProgress() {
        return LOG.progress().quoted(Quoting.POSTGRESQL);
    }

    public static String groupOf(String[] tags) {
        for (String tag : tags) {
            if (tag.startsWith(GROUP_TAG + "=")) {
                return tag.substring(GROUP_TAG.length() + 1);
            }
        }
        throw new IllegalArgumentException("an event without a group");
    }

    void create(Connection connection) throws SQLException {
        execute(
                connection,
                switch (this) {
                    case OWN -> PostgresOwnTable.ddl(tableName());
                    case MYSQL_OWN -> MySqlOwnTableDdl.creation(tableName(), ServerKind.of(connection));
                    case EVENT_LOG -> sql("create.sql").text() + ";\n" + PostgresLog.progressDdl(LOG);
                    case SEED, EVENT_OUTBOX, MYSQL_SEED -> sql("create.sql").text();
                });
        if (quoting == Quoting.MYSQL) {
            execute(connection, load("mysql-numbers-create.sql"));
            execute(connection, load("mysql-numbers-fill.sql"));
        } else {
            // As schema install creates it
            execute(connection, "CREATE SCHEMA IF NOT EXISTS signalbox");
            execute(connection, WakeUpTrigger.functionDdl());
            execute(connection, WakeUpTrigger.triggerDdl(tableName()));
        }
    }

    /** Resets the table to the first messages of the workload, none of them claimed or delivered. */
    void refill(Connection connection, int rows) throws SQLException {
        execute(connection, sql("empty.sql").text());
        int slice = quoting == Quoting.MYSQL ? MYSQL_SLICE : Math.max(1, rows);
        for (int first = 0; first < rows; first += slice) {
            Map<String, Integer> values = Map.of("first", first, "count", Math.min(slice, rows - first));
            try (PreparedStatement statement = sql("fill.sql").prepare(connection, values)) {
                statement.execute();
            }
        }
    }

    /** An INSERT of one message, with the parameters {@code id}, {@code group}, {@code type} and {@code payload}. */
    public Sql insert() {
        return sql("insert.sql");
    }

    /** The number of messages that are not recorded as delivered. */
    long remaining(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql("remaining.sql").text())) {
            row.next();
            return row.getLong(1);
        }
    }

    private Sql sql(String script) {
        Map<String, String> names = new HashMap<>(Workload.sqlNames());
        names.put("table", quotedName());
        names.put("failed", PostgresOwnTable.failed(tableName()).quoted(quoting));
        names.put("processed_events", PROCESSED_EVENTS.quoted(quoting));
        names.put("progress", quotedProgress());
        names.put("log", quoting.literal(LOG.table().toString()));
        return SqlTemplate.load(BenchTable.class, folder + "/" + script).fill(names);
    }

    static String load(String script) {
        return SqlTemplate.load(BenchTable.class, script).fill(Map.of()).text();
    }

    static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
