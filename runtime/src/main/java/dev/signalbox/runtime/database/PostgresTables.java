package dev.signalbox.runtime.database;

import dev.signalbox.jdbc.TableName;
import dev.signalbox.postgres.log.LogTable;
import dev.signalbox.postgres.outbox.PostgresTableIdentity;
import dev.signalbox.runtime.config.log.LogConfig;
import dev.signalbox.runtime.database.EventOutboxTableFinder.TableLookup;
import java.sql.Connection;
import java.sql.SQLException;

/** Finds the tables that a configuration means, by the search path that the role has by itself. */
public record PostgresTables(PostgresTableIdentity identity) implements TableLookup {
    public static PostgresTables read(Connection connection) throws SQLException {
        return new PostgresTables(PostgresTableIdentity.read(connection));
    }

    @Override
    public boolean exists(TableName table) throws SQLException {
        return identity.exists(table);
    }

    @Override
    public TableName resolve(TableName table) throws SQLException {
        return identity.resolve(table);
    }

    /** The log with the schemas of its tables. */
    public LogConfig found(LogConfig log) throws SQLException {
        LogTable table = log.table();
        return log.with(table.in(resolve(table.table()), resolve(table.progress())));
    }
}
