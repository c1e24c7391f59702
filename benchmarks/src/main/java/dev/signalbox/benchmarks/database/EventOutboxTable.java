package dev.signalbox.benchmarks.database;

import dev.signalbox.jdbc.Quoting;
import dev.signalbox.jdbc.Sql;
import dev.signalbox.jdbc.TableName;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

/** The event outbox producer's table, with the table of its notes. */
public final class EventOutboxTable implements BenchTable {
    public static final EventOutboxTable INSTANCE = new EventOutboxTable();

    private final ScriptedTable scripts =
            new ScriptedTable(new TableName(BenchServer.SCHEMA, "eventoutbox"), "event-outbox-table");
    private final TableName notes = new TableName(BenchServer.SCHEMA, "processedevent");

    private EventOutboxTable() {}

    @Override
    public TableName tableName() {
        return scripts.tableName();
    }

    /** Where it is noted what is published. */
    public TableName notes() {
        return notes;
    }

    @Override
    public String quotedName() {
        return scripts.quotedName();
    }

    @Override
    public void create(Connection connection) throws SQLException {
        scripts.create(connection);
        execute(connection, "CREATE TABLE " + notes.quoted(Quoting.POSTGRESQL) + """
                (event_id VARCHAR(64) PRIMARY KEY, status VARCHAR(20) NOT NULL,
                 created_at TIMESTAMP NOT NULL, updated_at TIMESTAMP NOT NULL)""");
    }

    @Override
    public void empty(Connection connection) throws SQLException {
        execute(connection, "TRUNCATE " + quotedName() + ", " + notes.quoted(Quoting.POSTGRESQL));
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
