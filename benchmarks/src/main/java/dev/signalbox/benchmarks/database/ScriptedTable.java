package dev.signalbox.benchmarks.database;

import dev.signalbox.benchmarks.workload.Workload;
import dev.signalbox.jdbc.Quoting;
import dev.signalbox.jdbc.Sql;
import dev.signalbox.jdbc.SqlTemplate;
import dev.signalbox.jdbc.TableName;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.Set;

/** A table that is described by four scripts in a folder of resources: create, fill, insert, remaining. */
public record ScriptedTable(String name, TableName tableName, String folder) implements BenchTable {
    /** The seed's table, with the seed's index and no other. */
    public static final ScriptedTable SEED =
            new ScriptedTable("seed table", new TableName(BenchServer.SCHEMA, "outbox_events"), "seed-table");

    /** As little as a table in which messages wait can be. */
    public static final ScriptedTable PLAIN =
            new ScriptedTable("plain table", new TableName(BenchServer.SCHEMA, "plain_outbox"), "plain-table");

    @Override
    public void create(Connection connection) throws SQLException {
        execute(connection, "create.sql", Map.of());
        WakeUps.install(connection, tableName);
    }

    @Override
    public void empty(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("TRUNCATE " + tableName.quoted(Quoting.POSTGRESQL));
        }
    }

    @Override
    public void fill(Connection connection, int rows) throws SQLException {
        execute(connection, "fill.sql", Map.of("rows", rows));
    }

    @Override
    public Sql insert() {
        return sql("insert.sql");
    }

    @Override
    public long remaining(Connection connection) throws SQLException {
        try (PreparedStatement statement = sql("remaining.sql").prepare(connection, Map.of());
                ResultSet rows = statement.executeQuery()) {
            rows.next();
            return rows.getLong(1);
        }
    }

    private void execute(Connection connection, String script, Map<String, Integer> values) throws SQLException {
        try (PreparedStatement statement = sql(script).prepare(connection, values)) {
            statement.execute();
        }
    }

    private Sql sql(String script) {
        Map<String, String> names = Map.of(
                "table", tableName.quoted(Quoting.POSTGRESQL),
                "id", Workload.idSql("n"),
                "group", Workload.groupSql("n"),
                "type", "'" + Workload.TYPE + "'",
                "payload", Workload.payloadSql("n"));
        return SqlTemplate.load(ScriptedTable.class, folder + "/" + script).fill(names, Set.of());
    }
}
