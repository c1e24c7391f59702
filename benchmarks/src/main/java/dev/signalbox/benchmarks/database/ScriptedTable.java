package dev.signalbox.benchmarks.database;

import dev.signalbox.benchmarks.workload.Dialect;
import dev.signalbox.jdbc.Sql;
import dev.signalbox.jdbc.TableName;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;

/** A table on PostgreSQL that is described by four scripts in a folder of resources: create, fill, insert, remaining. */
public class ScriptedTable implements BenchTable {
    /** The seed's table, with the seed's index and no other. */
    public static final ScriptedTable SEED = new ScriptedTable("outbox_events", "seed-table");

    /** As little as a table in which messages wait can be. */
    public static final ScriptedTable PLAIN = new ScriptedTable("plain_outbox", "plain-table");

    private final TableScripts scripts;

    ScriptedTable(String name, String folder) {
        this.scripts = new TableScripts(new TableName(BenchServer.SCHEMA, name), folder, Dialect.POSTGRESQL);
    }

    @Override
    public final TableName tableName() {
        return scripts.table();
    }

    @Override
    public final String quotedName() {
        return scripts.quotedName();
    }

    @Override
    public void create(Connection connection) throws SQLException {
        scripts.execute(connection, "create.sql", Map.of());
        WakeUps.install(connection, tableName());
    }

    @Override
    public void empty(Connection connection) throws SQLException {
        execute(connection, "TRUNCATE " + quotedName());
    }

    @Override
    public final void fill(Connection connection, int rows) throws SQLException {
        scripts.execute(connection, "fill.sql", Map.of("rows", rows));
    }

    @Override
    public final Sql insert() {
        return scripts.sql("insert.sql");
    }

    @Override
    public final long remaining(Connection connection) throws SQLException {
        return scripts.remaining(connection);
    }

    static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
