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
import java.util.HashMap;
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
        return sql(script, Map.of());
    }

    /** @param more names that only this script has */
    Sql sql(String script, Map<String, String> more) {
        Map<String, String> names = new HashMap<>(more);
        names.put("table", quotedName());
        names.put("id", Workload.idSql(dialect, NUMBER));
        names.put("group", Workload.groupSql(dialect, NUMBER));
        names.put("type", "'" + Workload.TYPE + "'");
        names.put("either_type", Workload.eitherTypeSql(dialect, NUMBER));
        names.put("payload", Workload.payloadSql(dialect, NUMBER));
        return SqlTemplate.load(TableScripts.class, folder + "/" + script).fill(names, Set.of());
    }
}
