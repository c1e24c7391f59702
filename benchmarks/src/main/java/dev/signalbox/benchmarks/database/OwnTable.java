package dev.signalbox.benchmarks.database;

import dev.signalbox.jdbc.Quoting;
import dev.signalbox.jdbc.Sql;
import dev.signalbox.jdbc.TableName;
import dev.signalbox.postgres.table.SignalboxTable;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

/** Signalbox's own table, as the product creates it. */
public final class OwnTable implements BenchTable {
    public static final OwnTable INSTANCE = new OwnTable("signalbox_outbox", "plain-table");

    /** With messages of two types, of which only the usual ones are asked for in the end. */
    public static final OwnTable OF_TWO_TYPES = new OwnTable("signalbox_two_types", "two-types-table");

    private final ScriptedTable scripts;

    private OwnTable(String name, String scripts) {
        this.scripts = new ScriptedTable(new TableName(BenchServer.SCHEMA, name), scripts);
    }

    @Override
    public TableName tableName() {
        return scripts.tableName();
    }

    @Override
    public String quotedName() {
        return scripts.quotedName();
    }

    @Override
    public void create(Connection connection) throws SQLException {
        execute(connection, SignalboxTable.ddl(tableName()));
        WakeUps.install(connection, tableName());
    }

    @Override
    public void empty(Connection connection) throws SQLException {
        String failed = SignalboxTable.failed(tableName()).quoted(Quoting.POSTGRESQL);
        execute(connection, "TRUNCATE " + quotedName() + ", " + failed);
    }

    @Override
    public void fill(Connection connection, int rows) throws SQLException {
        scripts.fill(connection, rows);
    }

    @Override
    public Sql insert() {
        return scripts.insert();
    }

    @Override
    public long remaining(Connection connection) throws SQLException {
        return scripts.remaining(connection);
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
