package dev.signalbox.benchmarks.database;

import dev.signalbox.jdbc.TableName;
import dev.signalbox.postgres.notify.WakeUpTrigger;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

/** The trigger that tells of new rows, as {@code signalbox schema install} adds it. */
final class WakeUps {
    private WakeUps() {}

    static void install(Connection connection, TableName table) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("CREATE SCHEMA IF NOT EXISTS signalbox");
            statement.execute(WakeUpTrigger.functionDdl());
            statement.execute(WakeUpTrigger.triggerDdl(table));
        }
    }
}
