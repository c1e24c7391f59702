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
    public static final OwnTable INSTANCE = new OwnTable();

    private final ScriptedTable scripts =
            new ScriptedTable(new TableName(BenchServer.SCHEMA, "signalbox_outbox"), "plain-table");

    private OwnTable() {}

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
