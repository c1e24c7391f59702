package dev.signalbox.benchmarks.database;

import dev.signalbox.jdbc.Quoting;
import dev.signalbox.jdbc.TableName;
import java.sql.Connection;
import java.sql.SQLException;

/** The event outbox producer's table, with the table of its notes. */
public final class EventOutboxTable extends ScriptedTable {
    public static final EventOutboxTable INSTANCE = new EventOutboxTable();

    private final TableName notes = new TableName(BenchServer.SCHEMA, "processedevent");

    private EventOutboxTable() {
        super("eventoutbox", "event-outbox-table");
    }

    /** Where it is noted what is published. */
    public TableName notes() {
        return notes;
    }

    @Override
    public void create(Connection connection) throws SQLException {
        super.create(connection);
        execute(connection, "CREATE TABLE " + notes.quoted(Quoting.POSTGRESQL) + """
                (event_id VARCHAR(64) PRIMARY KEY, status VARCHAR(20) NOT NULL,
                 created_at TIMESTAMP NOT NULL, updated_at TIMESTAMP NOT NULL)""");
    }

    @Override
    public void empty(Connection connection) throws SQLException {
        execute(connection, "TRUNCATE " + quotedName() + ", " + notes.quoted(Quoting.POSTGRESQL));
    }
}
