package dev.signalbox.benchmarks.database;

import dev.signalbox.benchmarks.workload.Workload;
import dev.signalbox.jdbc.Quoting;
import dev.signalbox.jdbc.Sql;
import dev.signalbox.jdbc.SqlTemplate;
import dev.signalbox.jdbc.TableName;
import dev.signalbox.mysql.connection.ServerKind;
import dev.signalbox.mysql.outbox.MySqlOwnTableDdl;
import dev.signalbox.postgres.notify.WakeUpTrigger;
import dev.signalbox.postgres.owntable.PostgresOwnTable;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A table that competitors drain. A resource folder contains its statements: create, fill, insert, remaining. */
public class BenchTable {
    /** The processed events of the event outbox. */
    public static final TableName PROCESSED_EVENTS = new TableName(BenchServer.SCHEMA, "processedevent");

    /** FlowCatalyst's table, with its index and no other. */
    public static final BenchTable SEED = scripted("outbox_events", "seed-table", Quoting.POSTGRESQL);

    /** Signalbox's own table. */
    public static final BenchTable OWN = new BenchTable(
            "signalbox_outbox",
            "own-table",
            Quoting.POSTGRESQL,
            List.of(PostgresOwnTable.failed(new TableName(BenchServer.SCHEMA, "signalbox_outbox"))),
            (table, _) -> PostgresOwnTable.ddl(table.tableName()));

    public static final BenchTable EVENT_OUTBOX = new BenchTable(
            "eventoutbox",
            "event-outbox-table",
            Quoting.POSTGRESQL,
            List.of(PROCESSED_EVENTS),
            (table, _) -> table.sql("create.sql").text());

    /** Its timestamps are whole seconds, as in FlowCatalyst's DDL; ids order the messages of one second. */
    public static final BenchTable MYSQL_SEED = scripted("outbox_events", "mysql-seed-table", Quoting.MYSQL);

    public static final BenchTable MYSQL_OWN = new BenchTable(
            "signalbox_outbox",
            "mysql-own-table",
            Quoting.MYSQL,
            List.of(),
            (table, connection) -> MySqlOwnTableDdl.creation(table.tableName(), ServerKind.of(connection)));

    /** The number of rows that MySQL fills in one transaction, which is the length of its table of numbers. */
    private static final int MYSQL_SLICE = 10_000;

    private final TableName name;
    private final String folder;
    private final Quoting quoting;
    private final List<TableName> emptiedToo;
    private final Ddl ddl;

    /** The statements that create a table. */
    interface Ddl {
        String text(BenchTable table, Connection connection) throws SQLException;
    }

    /** @param emptiedToo other tables that belong to it */
    BenchTable(String name, String folder, Quoting quoting, List<TableName> emptiedToo, Ddl ddl) {
        this.name = new TableName(BenchServer.SCHEMA, name);
        this.folder = folder;
        this.quoting = quoting;
        this.emptiedToo = emptiedToo;
        this.ddl = ddl;
    }

    private static BenchTable scripted(String name, String folder, Quoting quoting) {
        return new BenchTable(
                name,
                folder,
                quoting,
                List.of(),
                (table, _) -> table.sql("create.sql").text());
    }

    public final TableName tableName() {
        return name;
    }

    /** The name as it appears in statements. */
    public final String quotedName() {
        return name.quoted(quoting);
    }

    /** Whether messages stay in the table after delivery. */
    public boolean isLog() {
        return false;
    }

    void create(Connection connection) throws SQLException {
        execute(connection, ddl.text(this, connection));
        if (quoting == Quoting.MYSQL) {
            execute(connection, load("mysql-numbers-create.sql").text());
            execute(connection, load("mysql-numbers-fill.sql").text());
        } else {
            // As schema install creates it
            execute(connection, "CREATE SCHEMA IF NOT EXISTS signalbox");
            execute(connection, WakeUpTrigger.functionDdl());
            execute(connection, WakeUpTrigger.triggerDdl(name));
        }
    }

    /** Resets the table to the first messages of the workload, none of them claimed or delivered. */
    void refill(Connection connection, int rows) throws SQLException {
        empty(connection);
        int slice = quoting == Quoting.MYSQL ? MYSQL_SLICE : Math.max(1, rows);
        for (int first = 0; first < rows; first += slice) {
            Map<String, Integer> values = Map.of("first", first, "count", Math.min(slice, rows - first));
            try (PreparedStatement statement = sql("fill.sql").prepare(connection, values)) {
                statement.execute();
            }
        }
    }

    void empty(Connection connection) throws SQLException {
        StringBuilder truncate = new StringBuilder("TRUNCATE TABLE " + quotedName());
        emptiedToo.forEach(table -> truncate.append(", ").append(table.quoted(quoting)));
        execute(connection, truncate.toString());
    }

    /** An INSERT of one message, with the parameters {@code id}, {@code group}, {@code type} and {@code payload}. */
    public final Sql insert() {
        return sql("insert.sql");
    }

    /** The number of messages that are not recorded as delivered. */
    final long remaining(Connection connection) throws SQLException {
        try (PreparedStatement statement = sql("remaining.sql").prepare(connection, Map.of());
                ResultSet row = statement.executeQuery()) {
            row.next();
            return row.getLong(1);
        }
    }

    /** A statement of the folder. */
    final Sql sql(String script) {
        Map<String, String> names = new HashMap<>(Workload.sqlNames());
        names.putAll(names());
        names.put("table", quotedName());
        return SqlTemplate.load(BenchTable.class, folder + "/" + script).fill(names, Set.of());
    }

    /** Names that only the statements of this table use. */
    Map<String, String> names() {
        return Map.of("processed_events", PROCESSED_EVENTS.quoted(quoting));
    }

    static Sql load(String script) {
        return SqlTemplate.load(BenchTable.class, script).fill(Map.of(), Set.of());
    }

    static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
