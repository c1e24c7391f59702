package dev.signalbox.benchmarks.database;

import dev.signalbox.benchmarks.workload.Dialect;
import dev.signalbox.benchmarks.workload.Workload;
import dev.signalbox.jdbc.Sql;
import dev.signalbox.jdbc.SqlTemplate;
import dev.signalbox.jdbc.TableName;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Map;
import java.util.Set;

/** The scripts that describe a table, in a folder of resources. Whoever fills it calls a message's number {@code n}. */
record TableScripts(TableName table, String folder, Dialect dialect) {
    private static final String NUMBER = "n";

    String quotedName() {
        return table.quoted(dialect.quoting());
    }

    void execute(Connection connection, String script, Map<String, Integer> values) throws SQLException {
        try (PreparedStatement statement = sql(script).prepare(connection, values)) {
            statement.execute();
        }
    }

    long remaining(Connection connection) throws SQLException {
        try (PreparedStatement statement = sql("remaining.sql").prepare(connection, Map.of());
                ResultSet rows = statement.executeQuery()) {
            rows.next();
            return rows.getLong(1);
        }
    }

    Sql sql(String script) {
        Map<String, String> names = Map.of(
                "table", quotedName(),
                "id", Workload.idSql(dialect, NUMBER),
                "group", Workload.groupSql(dialect, NUMBER),
                "type", "'" + Workload.TYPE + "'",
                "payload", Workload.payloadSql(dialect, NUMBER));
        return SqlTemplate.load(TableScripts.class, folder + "/" + script).fill(names, Set.of());
    }
}
