package dev.signalbox.benchmarks.database;

import dev.signalbox.jdbc.Quoting;
import dev.signalbox.postgres.owntable.PostgresOwnTable;
import java.sql.Connection;
import java.sql.SQLException;

/** Signalbox's own table, as the product creates it. */
public final class OwnTable extends ScriptedTable {
    public static final OwnTable INSTANCE = new OwnTable("signalbox_outbox", "plain-table");

    /** With messages of two types, of which only the usual ones are asked for in the end. */
    public static final OwnTable OF_TWO_TYPES = new OwnTable("signalbox_two_types", "two-types-table");

    private OwnTable(String name, String folder) {
        super(name, folder);
    }

    @Override
    public void create(Connection connection) throws SQLException {
        execute(connection, PostgresOwnTable.ddl(tableName()));
        WakeUps.install(connection, tableName());
    }

    @Override
    public void empty(Connection connection) throws SQLException {
        String failed = PostgresOwnTable.failed(tableName()).quoted(Quoting.POSTGRESQL);
        execute(connection, "TRUNCATE " + quotedName() + ", " + failed);
    }
}
